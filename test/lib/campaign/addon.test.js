'use strict';
// Finds, minimizes and names races with the addon itself, not its stand-in: two writes of one file, and an interval.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { keyOf } = require('../../../lib/names/key.js');
const { readTraces } = require('../../../lib/trace/read.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const env = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js'), NACD_ENGINE: 'api' };

test('run, minimize and replay with the addon', async (t) => {
  const cwd = makeFolder(t, 'two-writes.js');
  // About every sixth run of this strategy fails. With all strategies in turn too few would fail for a test.
  const options = ['-n', '100', '--seed', '1', '--strategy', 'uniform', '--max-delay', '200', '--quiet'];
  const found = await nacd(['run', ...options, '--', 'node', 'two-writes.js'], { cwd, env });
  assert.equal(found.status, 1, found.stderr);
  const { status, stdout } = await nacd(['minimize'], { cwd, env });
  assert.equal(status, 0, stdout);
  const [, failed, of] = stdout.match(/RACE {2}fails (\d+) of (\d+) with this order/) ?? assert.fail(stdout);
  assert.ok(failed / of >= 0.6, stdout); // 5 runs on a slow machine, else 10
  // The seed decides which of the operations on the file is delayed. Each pair of them is a true race.
  assert.match(stdout, /delayed {7}fs\.(write|read)File \w+ +two-writes\.js:(7|9|10):/);
  assert.match(stdout, /overtaken by {2}fs\.(write|read)File \w+ +two-writes\.js:(7|9|10):/);
  const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
  assert.ok(readJson(cwd, '.nacd/failures', name).delays.length <= 2);
  const again = await nacd(['replay', '-n', '5'], { cwd, env });
  assert.match(again.stdout, /failed [3-5] of 5\n$/);
});

test('engine api: a planned run holds an operation only until its event has come', async (t) => {
  const cwd = makeFolder(t, 'chains.js');
  const { status, stdout } = await nacd(['run', '-n', '4', '--seed', '1', '--', 'node', 'chains.js'], { cwd, env });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /orders of two events/);
  const { runs } = readJson(cwd, '.nacd/campaign.json');
  let holds = 0;
  for (const { folder, strategy } of runs) {
    const schedule = readJson(cwd, '.nacd', folder, 'schedule.json');
    const ran = readTraces(path.join(cwd, '.nacd', folder, 'trace')).flatMap((trace) => trace.runs.map(keyOf));
    for (const { after = [], ...held } of strategy === 'planned' ? schedule.delays : []) {
      const [at, ...events] = [keyOf(held), ...after].map((key) => ran.indexOf(key));
      const passed = at - Math.max(...events);
      // Another chain may have been ready in the same turn as the event.
      assert.ok(passed >= 1 && passed <= 3, `${keyOf(held)} came ${passed} behind ${after}`);
      holds++;
    }
  }
  assert.ok(holds > 0);
});

test('engine api: a failure is minimized to a constraint, by which it fails again each time', async (t) => {
  const cwd = makeFolder(t, 'chains.js');
  const found = await nacd(['run', '-n', '9', '--seed', '1', '--quiet', '--', 'node', 'chains.js', 'fail'], { cwd, env });
  assert.equal(found.status, 1, found.stderr);
  const { status, stdout } = await nacd(['minimize'], { cwd, env });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /RACE {2}fails 5 of 5 with this order, passes 5 of 5 with the other/);
  const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
  const { delays } = readJson(cwd, '.nacd/failures', name);
  assert.deepEqual(delays.map(({ name: held, after }) => [held, after.length]), [['fs.stat(chains.js)@chains.js:6:6#1', 1]]);
  const again = await nacd(['replay', '-n', '20'], { cwd, env });
  assert.match(again.stdout, /failed 20 of 20\n$/);
});

for (const engine of ['api', 'both']) {
  test(`an interval's tick overtakes, which the other order clears: engine ${engine}`, async (t) => {
    const cwd = makeFolder(t, 'interval.js');
    const more = { cwd, env: { ...env, NACD_ENGINE: engine } };
    const found = await nacd(['run', '-n', '50', '--seed', '1', '--quiet', '--', 'node', 'interval.js'], more);
    assert.equal(found.status, 1, found.stderr);
    const { status, stdout } = await nacd(['minimize'], more);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /delayed {7}fs\.access (callback|start) +interval\.js:8:6 {4}in "Error: asked again/);
    assert.match(stdout, /overtaken by {2}setInterval tick 2 +interval\.js:6:14\n/);
    const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
    assert.equal(readJson(cwd, '.nacd/failures', name).delays.length, 1);
  });
}

test('a run does not wait for a limit of the program that no plain run waits for', async (t) => {
  const cwd = makeFolder(t, 'far-limit.js');
  const more = { cwd, env: { ...env, NACD_ENGINE: 'both' } };
  const before = performance.now();
  const options = ['-n', '30', '--seed', '1', '--strategy', 'uniform', '--max-delay', '4000', '--quiet'];
  const { status, stdout, stderr } = await nacd(['run', ...options, '--', 'node', 'far-limit.js'], more);
  assert.equal(status, 1, stdout + stderr);
  const again = await nacd(['replay'], more);
  assert.match(again.stdout, /^failed again: Error: read late$/m);
  const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
  assert.ok(readJson(cwd, '.nacd/failures', name).options.ownWaits >= 1000);
  const took = performance.now() - before;
  assert.ok(took < 120_000, `${took} ms`);
});

const ALWAYS = ['run', '-n', '2', '--seed', '1', '--strategy', 'uniform', '--mode', 'always', '--min-delay', '300'];

// `condition` decides whether the program ends early.
async function earlyEnd(t, condition) {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'saves.js'), `
    const fs = require('node:fs');
    let isReady = false;
    fs.access(__filename, () => { isReady = true; });
    setTimeout(() => {
      if (${condition}) process.exit(0);
      fs.writeFile('saved', '', () => {});
    }, 100);
  `);
  return (await nacd([...ALWAYS, '--', 'node', 'saves.js'], { cwd, env })).stdout;
}

test('process.exit(0) that no plain run calls is a finding, with what was pending', async (t) => {
  const found = 'FINDING  2 of 2 runs passed but showed what no run without delays did: saves.js ended early, by '
    + 'process.exit() or an error: 1 operation was still pending';
  assert.ok((await earlyEnd(t, '!isReady')).includes(found));
});

test('a program that always ends by process.exit() shows nothing', async (t) => {
  const stdout = await earlyEnd(t, 'setInterval(() => {}, 1000)');
  assert.match(stdout, /no failure in 2 runs, which held /);
  assert.doesNotMatch(stdout, /FINDING/);
});
