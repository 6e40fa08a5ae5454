'use strict';
// Runs programs with gates, on this node.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { endAfter } = require('../../support/slowdown.js');

const root = path.join(__dirname, '..', '..', '..');
const PRELOAD = path.join(root, 'lib', 'gates.js');
const ENGINES = process.platform === 'linux'
  ? [['api', 'real'], ['loop', 'real'], ['loop', 'virtual'], ['both', 'virtual']] : [['api', 'real']];

/** Runs node. Resolves to {status, stdout, stderr, ms}. Variables of this test runner do not reach the program. */
function execute(args, { env = {}, cwd = __dirname } = {}) {
  const isOurs = ([name]) => /^(?:NACD_|NODE_TEST_CONTEXT|NODE_OPTIONS)/.test(name);
  const inherited = Object.fromEntries(Object.entries(process.env).filter((entry) => !isOurs(entry)));
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...inherited, NACD_QUIET: '1', ...env } });
    const result = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (result[name] += text));
    const limit = endAfter(child, 60_000);
    child.on('close', (status) => {
      clearInterval(limit);
      resolve({ status, ...result, ms: performance.now() - began });
    });
  });
}

/** Runs `source` as p.js with `preload` (default: gates) and further `files`. Other options are those of execute(). */
async function program(t, source, { preload = PRELOAD, files = {}, ...options } = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-gates-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(root, path.join(folder, 'node_modules', 'nacd-native'));
  const all = Object.entries({ 'p.js': source, ...files });
  for (const [name, text] of all) fs.writeFileSync(path.join(folder, name), text);
  return execute([...(preload ? ['-r', preload] : []), 'p.js'], { cwd: folder, ...options });
}

module.exports = { root, PRELOAD, ENGINES, execute, program };
