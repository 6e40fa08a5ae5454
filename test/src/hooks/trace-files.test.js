'use strict';
// Traces in files that cannot be mapped, or that another process shortens. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { fixture, root } = require('./harness.js');
const { readTraces } = require('../../../lib/trace/read.js');
const { readRunTraces } = require('../../../lib/trace/run-traces.js');
const { temporaryFolder } = require('../../support/package.js');

const COUNT = 4000; // of many-stats.js

function start(folder, script, args) {
  const env = { ...process.env, NACD_TRACE: folder, NACD_MODE: 'never', NACD_QUIET: '1' };
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, root, fixture('many-stats.js'), ...args], { env });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].on('data', (data) => { output[name] += data; });
  return { child, output };
}

async function finished(child) {
  const [code, signal] = await once(child, 'close');
  return { code, signal };
}

const stats = ({ operations }) => operations.filter(({ api, phase }) => api === 'fs.stat' && phase === 'callback');

test('a trace is written to a pipe, which cannot be mapped', { timeout: 60_000 }, async (t) => {
  const folder = temporaryFolder(t, 'nacd-pipe-');
  const script = 'pipe="$NACD_TRACE/trace-$$-0.ndjson"; mkfifo "$pipe"; cat "$pipe" > "$NACD_TRACE/copy" & exec "$1" -r "$2" "$3"';
  const { child, output } = start(folder, script, []);
  assert.deepEqual({ ...await finished(child), ...output }, { code: 0, signal: null, stdout: 'done\n', stderr: '' });
  fs.renameSync(path.join(folder, 'copy'), path.join(folder, `trace-${child.pid}-0.ndjson`));
  const [trace] = readTraces(folder);
  assert.equal(trace.header.pid, child.pid);
  assert.equal(stats(trace).length, COUNT);
});

test('a program goes on when its trace is shortened, and so does the trace', { timeout: 60_000 }, async (t) => {
  const folder = temporaryFolder(t, 'nacd-cut-');
  const { child, output } = start(folder, 'exec "$1" -r "$2" "$3" cut', []);
  const end = await finished(child);
  assert.deepEqual({ ...end, stdout: output.stdout }, { code: 0, signal: null, stdout: 'done\n' });
  assert.match(output.stderr, /^nacd: another program has shortened the trace .*: lines are lost\n$/);
  const [trace] = readTraces(folder);
  const seen = stats(trace);
  assert.ok(seen.length > 0 && seen.length <= COUNT, `${seen.length} of ${COUNT}`);
  assert.match(seen.at(-1).name, new RegExp(`#${COUNT}$`), 'the last one');
});

test('a main module that is a symbolic link is resolved, also beside the package and with output to pipes', async (t) => {
  const folder = fs.realpathSync(temporaryFolder(t, 'nacd-link-'));
  const at = (name) => path.join(folder, name);
  fs.writeFileSync(at('preload.js'), `require(${JSON.stringify(root)});`);
  fs.writeFileSync(at('main.js'), 'console.log(__filename)');
  fs.symlinkSync(at('main.js'), at('link.js'));
  const env = { ...process.env, NACD_TRACE: at('traces'), NACD_QUIET: '1' };
  for (let run = 0; run < 2; run++) { // the second takes code that the first has kept
    const child = spawn(process.execPath, ['-r', at('preload.js'), at('link.js')], { env });
    let stdout = '';
    child.stdout.on('data', (data) => { stdout += data; });
    assert.deepEqual({ ...await finished(child), stdout }, { code: 0, signal: null, stdout: `${at('main.js')}\n` });
  }
});

test('the trace of a process that is alive is not trimmed', async (t) => {
  const folder = temporaryFolder(t, 'nacd-alive-');
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  t.after(() => child.kill());
  const file = path.join(folder, `trace-${child.pid}-0.ndjson`);
  const header = `${JSON.stringify({ type: 'header', format: 1, pid: child.pid })}\n`;
  fs.writeFileSync(file, header + '\n'.repeat(1000));
  readRunTraces(folder);
  assert.equal(fs.statSync(file).size, header.length + 1000);
  child.kill();
  await once(child, 'exit');
  readRunTraces(folder);
  assert.equal(fs.statSync(file).size, header.length);
});
