#!/usr/bin/env node
'use strict';
const { createInterface } = require('node:readline/promises');

const { EXIT } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { forTerminal } = require('../shown/media.js');
const { cli } = require('./cli.js');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const AGAIN_MS = 500; // npm passes a Ctrl-C on that this process gets as well

// The first Ctrl-C ends the runs, and then the verb says what it knows. A second one ends the tool at once: the guard
// of the runs (lib/process/guard.js) ends what they have started.
function onSignals(abort) {
  let first;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      abort.abort();
      first ??= performance.now();
      if (performance.now() - first > AGAIN_MS) process.exit(EXIT.interrupted);
    });
  }
}

// If the reader of a pipe has ended (`nacd run | head`), children must still be ended.
function endOnBrokenPipe(abort) {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (error.code !== 'EPIPE') throw error;
      abort.abort();
    });
  }
}

function fault(error) {
  process.stderr.write(forTerminal(`${messages.internal(error)}\n`));
  process.exit(EXIT.internal);
}

// Undefined without a person at the terminal.
function asker(signal) {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    try {
      return /^y(es)?$/i.test((await lines.question(question, { signal })).trim());
    } catch {
      return false; // Ctrl-C
    } finally {
      lines.close();
    }
  };
}

// Resolves when everything is written, also if the reader has gone.
function written(stream) {
  return new Promise((resolve) => { stream.write('', () => resolve()); });
}

async function main() {
  const abort = new AbortController();
  onSignals(abort);
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
  endOnBrokenPipe(abort);
  // Holds if the event loop ends before cli() resolves: a promise that never settles would look like a pass.
  process.exitCode = EXIT.internal;
  const { stdout, stderr, env } = process;
  const { signal } = abort;
  const io = { stdout, stderr, env, cwd: process.cwd(), signal, ask: asker(signal) };
  const status = await cli(process.argv.slice(2), io);
  process.exitCode = abort.signal.aborted ? EXIT.interrupted : status;
  await Promise.all([stdout, stderr].map(written));
  // The work is done. Neither an open handle of a package in NODE_OPTIONS nor a dead-lock of Node.js 20 while its event
  // loop ends (a background compilation that waits for a garbage collection) must keep the tool.
  process.exit();
}

main();
