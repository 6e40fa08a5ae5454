'use strict';
// Tests gates of a schedule file, which are set for the whole process, and commands that are run with gates.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { runGated } = require('../../../lib/gates.js');
const { temporaryFolder } = require('../../support/package.js');
const { ENGINES, program, root } = require('./support.js');

const SOURCE = "const fs = require('fs');\nfs.stat('/', () => console.log('stat'));\nsetTimeout(() => console.log('timer'), 20);\n";
const ORDER = 'setTimeout@p.js:3 -> fs.stat@p.js:2';

const replay = (t, gates, env = {}) => program(t, SOURCE, {
  preload: path.join(root, 'lib', 'index.js'),
  files: { 's.json': JSON.stringify({ format: 1, delays: [], gates }) },
  env: { NACD_MODE: 'replay', NACD_SCHEDULE: 's.json', ...env },
});

for (const [engine, clock] of ENGINES) {
  test(`an order (${engine}, ${clock})`, async (t) => {
    for (const entry of [ORDER, { order: ORDER }, { hold: 'fs.stat', until: { api: 'setTimeout', site: 'p.js' } }]) {
      const { status, stdout, stderr } = await replay(t, [entry], { NACD_ENGINE: engine, NACD_CLOCK: clock });
      assert.deepEqual([status, stdout, stderr], [0, 'timer\nstat\n', '']);
    }
  });
}

test('a process that they are not about is left alone', async (t) => {
  const { status, stderr } = await replay(t, ['dns.lookup -> zlib.deflate']);
  assert.deepEqual([status, stderr], [0, '']);
});
test('one that they are about must come to all of them', async (t) => {
  const { status, stderr } = await replay(t, ['fs.stat -> zlib.deflate']);
  assert.equal(status, 1);
  assert.match(stderr, /no operation matched zlib\.deflate/);
});
test('a deadlock ends it at once', async (t) => {
  const { status, stderr } = await replay(t, ['fs.lstat -> fs.stat']);
  assert.equal(status, 1);
  assert.match(stderr, /^nacd: deadlock/);
});
test('what is wrong with the file is one line, status 2', async (t) => {
  for (const [gates, line] of [
    [['fs.stat'], 'nacd: gates: "fs.stat": an order needs "->" between two operations\n'],
    [[{ hold: 'fs.stat' }], 'nacd: /gates/0: a hold needs "until": else nothing would open it\n'],
    [[ORDER, { barrier: 'fs.stat' }], 'nacd: /gates/1: a barrier needs "count", a whole number from 2\n'],
  ]) {
    const { status, stdout, stderr } = await replay(t, gates);
    assert.deepEqual([status, stdout, stderr], [2, '', line]);
  }
});

test('runGated: passes, fails, and reports that no gate was reached', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  const told = "process.on('exit', () => (process.exitCode = last === 'stat' ? 1 : 0));\n";
  const source = SOURCE.replaceAll('console.log(', '(last = ');
  fs.writeFileSync(path.join(cwd, 'p.js'), `${source}let last; ${told}`);
  const run = (gates) => runGated([process.execPath, 'p.js'], { cwd, gates });
  await run(['fs.stat -> setTimeout']);
  await assert.rejects(run([ORDER]), /^Error: failed with status 1/);
  await assert.rejects(run(['fs.stat -> setTimeout@q.js']), /no operation matched setTimeout@q\.js/);
  await assert.rejects(run(['fs.open -> fs.close']), /no process reached any of the gates\n {2}no operation matched fs\.close; nearest/);
});

test('runGated: an abort ends all that the command has started', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-gated-');
  const started = path.join(cwd, 'started');
  const script = `require('child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    .on('spawn', function () { require('fs').writeFileSync('started.tmp', String(this.pid));
      require('fs').renameSync('started.tmp', 'started'); })`;
  const abort = new AbortController();
  const looking = setInterval(() => fs.existsSync(started) && abort.abort(new Error('enough')), 20);
  t.after(() => clearInterval(looking));
  const gates = ['fs.stat -> fs.access'];
  await assert.rejects(runGated([process.execPath, '-e', script], { cwd, gates, signal: abort.signal }), /enough/);
  const pid = fs.readFileSync(started, 'utf8');
  const state = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] : 'gone';
  assert.match(state, /gone|Z/);
});
