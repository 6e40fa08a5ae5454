'use strict';
// Runs a command once. Its output goes straight into files: nothing is lost when nacd itself is killed, and a program
// that writes much is not slowed down by a reader.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');

const { killTree } = require('./kill-tree.js');

class CannotStart extends Error {}

function openOutputs(folder) {
  return ['stdout', 'stderr'].map((name) => fs.openSync(path.join(folder, name), 'a'));
}

function stdioOf(output, folder) {
  if (output === 'inherit') return { stdio: 'inherit', fds: [] };
  const fds = openOutputs(folder);
  return { stdio: ['ignore', ...fds], fds };
}

function start({ command, cwd, env, output, folder }) {
  const { stdio, fds } = stdioOf(output, folder);
  try {
    // A process group of its own, so that the tree can be ended as one. A debugger needs the terminal instead.
    return spawn(command[0], command.slice(1), { cwd, env, stdio, detached: output !== 'inherit' });
  } finally {
    for (const fd of fds) fs.closeSync(fd);
  }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new CannotStart(error.message, { cause: error })));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

// Resolves to the reason to end the run early, or never.
function interruption(child, { timeout, signal }, onTimeout) {
  let timer;
  let onAbort;
  const promise = new Promise((resolve) => {
    if (timeout) {
      timer = setTimeout(() => {
        // Looking at the hanging processes takes a moment; the run ends after it whatever comes of it.
        Promise.resolve(onTimeout?.()).finally(() => resolve('timeout'));
      }, timeout * 1000);
    }
    onAbort = () => resolve('interrupted');
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
  const stop = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  return { promise, stop };
}

/**
 * Runs `command` and resolves to {code, signal, reason, ms}; reason is 'timeout' or 'interrupted' where the run was
 * ended for that. When it resolves no process of the run is left. `onTimeout()` may look at the hanging processes.
 */
async function runCommand(spec) {
  const began = performance.now();
  const child = start(spec);
  const exit = ended(child);
  const early = interruption(child, spec, spec.onTimeout);
  const reason = await Promise.race([exit.then(() => undefined), early.promise]).finally(early.stop);
  if (reason) killTree(child.pid, spec.marker);
  const { code, signal } = await exit;
  // Servers that the command left behind would be in the way of the next run.
  if (!reason) killTree(child.pid, spec.marker);
  return { code, signal, reason, ms: performance.now() - began };
}

module.exports = { runCommand, CannotStart };
