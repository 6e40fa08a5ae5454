'use strict';
// Runs a kept request race again in a test. `nacd minimize --as-test` writes such tests.
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

const MAIN = path.join(__dirname, '..', 'cli', 'main.js');
const OF_A_RUNNER = /^(?:NACD_(?!TEST_).*|NODE_TEST_CONTEXT|JEST_WORKER_ID|VITEST.*)$/;
const MOST_BYTES = 64 * 1024 * 1024;

// Variables of this runner, and of a run of nacd's around it, are not for the command.
function environment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_A_RUNNER.test(name)));
}

function run(args, options) {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { maxBuffer: MOST_BYTES, ...options }, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }));
  });
}

/**
 * Forces the order of the race in `file`. Resolves if the order is harmless or not possible; rejects with an Error
 * that tells what is lost otherwise. `from`: path or URL of the test, which `file` is relative to. Within a run of
 * nacd's own, such as the one that this makes, it resolves at once.
 */
async function proveRace(file, { from }) {
  if (process.env.NACD_RUN_MARKER !== undefined) return;
  const folder = path.dirname(from.startsWith('file:') ? fileURLToPath(from) : from);
  const kept = path.resolve(folder, file);
  const { cwd } = JSON.parse(fs.readFileSync(kept, 'utf8'));
  const options = { cwd: path.resolve(folder, cwd), env: environment() };
  const { status, stdout, stderr } = await run(['prove', kept, '--yes'], options);
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
}

module.exports = { proveRace };
