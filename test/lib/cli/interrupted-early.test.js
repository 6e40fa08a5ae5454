'use strict';
// Ctrl-C: each verb says what it has found so far, and ends with 130. A pattern that never ends is refused.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { cli } = require('../../../lib/cli/cli.js');
const { Apart, TookTooLong } = require('../../../lib/process/apart.js');
const { cleanEnv, makeFolder, nacd, start, until } = require('../../support/cli.js');
const { root } = require('../../support/package.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');

test('replay and prove of a request race say how many forced runs showed it', async (t) => {
  const cwd = makeFolder(t);
  fs.copyFileSync(path.join(root, 'scripts', 'fuzz-files', 'project', 'counter.cjs'), path.join(cwd, 'counter.cjs'));
  const env = { NACD_TEST_PRELOAD: PRELOAD };
  const found = await nacd(['requests', 'run', '--', 'node', 'counter.cjs'], { cwd, env });
  assert.equal(found.status, 1, found.stdout + found.stderr);
  const [name] = fs.readdirSync(path.join(cwd, '.nacd', 'failures'));
  const child = start(['replay', path.join('.nacd', 'failures', name), '-n', '1000'], { cwd, env });
  await until(() => fs.existsSync(path.join(cwd, '.nacd', 'requests', 'replay', 'forced-2')), 'second forced run', 120);
  child.kill('SIGINT');
  const { status, stdout } = await child.ended;
  assert.equal(status, 130, stdout);
  const told = /^interrupted: the bad order was forced (\d+) of 1000 times, and (\d+) of \1 showed the race/m;
  const [, ran, agree] = told.exec(stdout) ?? [];
  assert.ok(Number(ran) >= 1 && Number(agree) === Number(ran), stdout);
});

test('prove and replay say that nothing is known yet before the first run has ended', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const schedule = { format: 1, options: {}, delays: [], command: ['node', 'race.js'] };
  fs.writeFileSync(path.join(cwd, 's.json'), JSON.stringify(schedule));
  const lines = [
    [['prove'], /^interrupted: this proves nothing yet$/m], [['replay'], /^interrupted before the first run ended$/m],
    [['replay', '--verify'], /^interrupted before both runs ended: nothing was compared$/m],
  ];
  for (const [args, line] of lines) {
    const [verb, ...flags] = args;
    let stdout = '';
    const stream = { write: (part) => { stdout += part; } };
    const io = { stdout: stream, stderr: stream, env: cleanEnv(), cwd, signal: AbortSignal.abort() };
    assert.equal(await cli([verb, 's.json', ...flags, '--yes'], io), 130, stdout);
    assert.match(stdout, line);
  }
});

test('a pattern that tries too many ways ends with one line', async (t) => {
  const cwd = makeFolder(t);
  const program = 'console.log("a".repeat(60) + "b")';
  const bad = await nacd(['run', '-n', '1', '--fail-on', '^(a+)+$', '--', 'node', '-e', program], { cwd });
  assert.equal(bad.status, 2, bad.stdout);
  assert.match(bad.stderr, /^nacd: the pattern \^\(a\+\)\+\$ of --fail-on, .* takes more than 5 s [^\n]+\n$/);
  const good = await nacd(['run', '-n', '1', '--fail-on', '^a+$', '--', 'node', '-e', program], { cwd });
  assert.doesNotMatch(good.stderr, /pattern/);
});

test('doctor says after how many checks it was interrupted', async (t) => {
  const abort = new AbortController();
  let stdout = '';
  const write = (part) => {
    stdout += part;
    abort.abort(); // with the first line
  };
  const io = { stdout: { write }, stderr: { write }, env: cleanEnv(), cwd: makeFolder(t), signal: abort.signal };
  assert.equal(await cli(['doctor'], io), 130);
  assert.match(stdout, /^[^\n]+\ninterrupted after 1 check: the others are not known\n$/);
});

test('report and merge say that nothing is written, and leave nothing', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const made = await nacd(['run', '-n', '1', '--seed', '1', '--out', 'part', '--shard', '1/2', '--', 'node', '-e', ''], { cwd });
  assert.equal(made.status, 0, made.stdout + made.stderr);
  const interrupted = async (...args) => {
    let stdout = '';
    const stream = { write: (part) => { stdout += part; } };
    const io = { stdout: stream, stderr: stream, env: cleanEnv(), cwd, signal: AbortSignal.abort() };
    assert.equal(await cli(args, io), 130, stdout);
    return stdout;
  };
  assert.equal(await interrupted('report', 'part', '-o', 'report.html'), 'interrupted: no report is written\n');
  assert.ok(!fs.existsSync(path.join(cwd, 'report.html')));
  assert.equal(await interrupted('merge', 'part', '--partial', '--out', 'whole'), 'interrupted after 0 of 1 part: nothing is joined\n');
  assert.ok(!fs.existsSync(path.join(cwd, 'whole', 'campaign.json')));
});

test('a check that loops for ever after an await is ended, and Ctrl-C is heard meanwhile', async (t) => {
  const file = path.join(makeFolder(t), 'check.cjs');
  fs.writeFileSync(file, 'module.exports = async ({ state }) => { await null; while (state.loops); return "broken"; };');
  const apart = new Apart(file, 1000);
  await apart.load();
  assert.equal(await apart.call({ state: {} }), 'broken');
  let turns = 0;
  const turning = setInterval(() => { turns += 1; }, 10);
  await assert.rejects(apart.call({ state: { loops: true } }), TookTooLong);
  clearInterval(turning);
  assert.ok(turns > 0);
  assert.equal(await apart.call({ state: {} }), 'broken'); // in a new thread
});

test('a second Ctrl-C ends the tool, whatever the first one waits for', async (t) => {
  const cwd = makeFolder(t);
  // Its runs end, but the tool would go on for ever.
  fs.writeFileSync(path.join(cwd, 'stuck.js'), `
    const { Store } = require(${JSON.stringify(path.join(root, 'lib', 'files', 'store.js'))});
    Store.open = () => {
      process.stderr.write('stuck');
      return new Promise(() => setInterval(() => {}, 1000));
    };`);
  fs.writeFileSync(path.join(cwd, 'steady.js'), '');
  const env = { NODE_OPTIONS: `--require=${path.join(cwd, 'stuck.js')}` };
  const child = start(['run', '--', 'node', 'steady.js'], { cwd, env });
  let ended;
  child.ended.then((end) => { ended = end; });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stderr, 'data');
  const again = setInterval(() => child.kill('SIGINT'), 200);
  t.after(() => clearInterval(again));
  await until(() => ended, 'end after the second Ctrl-C', 30);
  assert.equal(ended.status, 130, JSON.stringify(ended));
});
