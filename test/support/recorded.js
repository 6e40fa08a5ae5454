'use strict';
// Runs a program with its requests recorded, and reads the trace that is made of that.
const { execFile } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { promisify } = require('node:util');
const { writeTraces } = require('../../lib/requests/effects/index.js');
const { rawLines } = require('../../lib/trace/raw-lines.js');
const { root } = require('./package.js');

const FIXTURES = path.join(root, 'test', 'fixtures', 'requests');
const HELPER = 'one-request.js'; // of several fixtures
const run = promisify(execFile);
const linesOf = (file) => [...rawLines(file)];

/**
 * Runs `node -r nacd-native fixture`, or another `program`, in a folder with the fixture, its `helpers` and the
 * node_modules of `packages`.
 * Returns { stdout, stderr, traces, lines, of(type), recorded, folder }: `lines` are those of all `traces`.
 */
async function record(t, packages, fixture, how = {}) {
  const { env = {}, program = [fixture], helpers = [], node = process.execPath } = how;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-record-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const name of [fixture, HELPER, ...helpers]) fs.copyFileSync(path.join(FIXTURES, name), path.join(folder, name));
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  const trace = path.join(folder, 'trace');
  const { stdout, stderr } = await run(node, ['-r', root, ...program], {
    cwd: folder, timeout: 60_000,
    env: { ...process.env, NODE_OPTIONS: '', NACD_REQUESTS: 'record', NACD_TRACE: trace, ...env },
  });
  const traces = (await writeTraces(trace)).map(linesOf);
  const lines = traces.flat();
  const names = fs.readdirSync(trace).filter((name) => /^recorded-.*\.ndjson$/.test(name));
  const recorded = names.map((name) => path.join(trace, name));
  return { stdout, stderr, traces, lines, of: (type) => lines.filter((line) => line.type === type), recorded, folder };
}

/** Returns, for each connection of the operations of a trace, whether the first one tells when that began to open. */
function opened(operations) {
  const firsts = new Map();
  for (const one of operations) if (!firsts.has(one.connection)) firsts.set(one.connection, one);
  return [...firsts.values()].map(({ asked, t }) => asked <= t);
}

module.exports = { FIXTURES, linesOf, opened, record };
