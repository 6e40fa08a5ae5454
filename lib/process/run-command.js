'use strict';
// Runs a command once. Its output goes straight into files: nothing is lost if nacd itself is killed, and no reader
// slows down a program that writes much.
const fs = require('node:fs');
const path = require('node:path');

const { ownNode } = require('../options/own-node.js');
const { guardRun } = require('./guard.js');
const { killTree } = require('./kill-tree.js');
const { spawnCommand } = require('./spawn-command.js');

class CannotStart extends Error {}

function openOutputs(folder) {
  return ['stdout', 'stderr'].map((name) => fs.openSync(path.join(folder, name), 'a', 0o600));
}

function stdioOf(output, folder) {
  if (output === 'inherit') return { stdio: 'inherit', fds: [] };
  const fds = openOutputs(folder);
  return { stdio: ['ignore', ...fds], fds };
}

function start({ command, cwd, env, output, folder }) {
  const { stdio, fds } = stdioOf(output, folder);
  try {
    // With its own process group the tree can be ended as one. A debugger needs the terminal's group instead.
    return spawnCommand(command, { cwd, env: { ...env, ...ownNode(command, env) }, stdio, ownGroup: output !== 'inherit' });
  } catch (error) {
    throw new CannotStart(error.message, { cause: error }); // NUL in a word, or in a variable
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

// Returns {promise, stop}; `promise` resolves to the reason to end the run early, or never.
function interruption(child, { timeout, signal, watch }, onTimeout) {
  let timer;
  let unwatch;
  let onAbort;
  const promise = new Promise((resolve) => {
    if (timeout) {
      timer = setTimeout(() => {
        // Measuring the hanging processes takes a moment. The run ends after it, even if it failed.
        Promise.resolve(onTimeout?.()).finally(() => resolve('timeout'));
      }, timeout * 1000);
    }
    unwatch = watch?.(resolve);
    onAbort = () => resolve('interrupted');
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
  const stop = () => {
    clearTimeout(timer);
    unwatch?.();
    signal?.removeEventListener('abort', onAbort);
  };
  return { promise, stop };
}

/**
 * Runs `command`. Resolves to {code, signal, reason, ms, aliveMs} after all processes of the run have ended. `reason`
 * is 'timeout' or 'interrupted' if the run was ended for that, else undefined. `aliveMs` is how long it ran until it
 * ended or was ended: on a busy machine its processes are gone much later. Before a run is ended for its time,
 * `onTimeout()` is called and may examine its processes. `watch(end)` may call `end(reason)` to end the run for another
 * reason; it returns a function that ends the watch.
 */
async function runCommand(spec) {
  const began = performance.now();
  const guard = guardRun(spec.marker);
  const child = start(spec);
  guard.started(child.pid);
  const exit = ended(child);
  const early = interruption(child, spec, spec.onTimeout);
  const reason = await Promise.race([exit.then(() => undefined), early.promise]).finally(early.stop);
  const aliveMs = performance.now() - began;
  if (reason) killTree(child.pid, spec.marker);
  const { code, signal } = await exit;
  // Servers that the command left running would disturb the next run.
  if (!reason) killTree(child.pid, spec.marker);
  guard.end();
  return { code, signal, reason, ms: performance.now() - began, aliveMs };
}

module.exports = { runCommand, CannotStart };
