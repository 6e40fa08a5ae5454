'use strict';
// Runs a kept request race again in a test. `nacd minimize --as-test` writes such tests.
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

const { withoutRunner } = require('../process/environment.js');

const MAIN = path.join(__dirname, '..', 'cli', 'main.js');
const MOST_BYTES = 64 * 1024 * 1024;

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
  const options = { cwd: path.resolve(folder, cwd), env: withoutRunner(process.env) };
  const { status, stdout, stderr } = await run(['prove', kept, '--yes'], options);
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
}

module.exports = { proveRace };
