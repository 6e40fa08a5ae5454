'use strict';
// Runs the command line as a user does, in its own folder, with a stand-in for the addon.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { slowdown } = require('./slowdown.js');

const MAIN = path.join(__dirname, '..', '..', 'lib', 'cli', 'main.js');
const FIXTURES = path.join(__dirname, '..', 'fixtures', 'cli');

function cleanEnv(more) {
  const env = { ...process.env, NACD_TEST_PRELOAD: path.join(FIXTURES, 'stand-in.js'), ...more };
  // Variables of this test runner for its own children must not reach the programs under test.
  for (const name of ['NODE_TEST_CONTEXT', 'NODE_OPTIONS', 'GITHUB_ACTIONS', 'FORCE_COLOR']) {
    if (!more || !(name in more)) delete env[name];
  }
  return env;
}

/** Creates a folder with copies of `names` from the fixtures, and returns its path. It is removed after the test. */
function makeFolder(t, ...names) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => {
    try {
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch (error) {
      // On Windows a folder is busy until the last process that was started in it is gone, which may be later.
      if (process.platform !== 'win32') throw error;
    }
  });
  for (const name of names) fs.copyFileSync(path.join(FIXTURES, name), path.join(folder, path.basename(name)));
  return folder;
}

/** Starts `nacd ARGS...` in `cwd`. Returns the child, with `ended`, a promise of {status, signal, stdout, stderr}. */
function start(args, { cwd, env } = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      text[name] += chunk;
    });
  }
  child.ended = new Promise((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, ...text }));
  });
  return child;
}

/** Runs `nacd ARGS...` to its end. Resolves to {status, signal, stdout, stderr}. */
function nacd(args, options) {
  return start(args, options).ended;
}

/**
 * Resolves to the first true value of condition(). Rejects after `seconds`, longer on a busy machine; the error names
 * `what` was awaited.
 */
async function until(condition, what, seconds = 30) {
  const began = Date.now();
  const isOver = () => Date.now() - began > seconds * 1000 && Date.now() - began > seconds * 1000 * slowdown();
  while (!isOver()) {
    const value = condition();
    if (value) return value;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`no ${what} within ${seconds} s`);
}

function readJson(...parts) {
  return JSON.parse(fs.readFileSync(path.join(...parts), 'utf8'));
}

module.exports = { FIXTURES, MAIN, cleanEnv, makeFolder, nacd, readJson, start, until };
