'use strict';
// A signal ends a verb, but not its findings.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson, start, until } = require('../../support/cli.js');

async function failure(t, ...args) {
  const cwd = makeFolder(t, 'race.js');
  const found = await nacd(['run', '--seed', '1', ...args, '--', 'node', 'race.js'], { cwd });
  assert.equal(found.status, 1, found.stdout + found.stderr);
  return cwd;
}

const runsIn = (cwd, verb) => {
  const folder = path.join(cwd, '.nacd', verb);
  return fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => /^[0-9]+$/.test(name)).length : 0;
};

async function interrupted(args, { cwd, verb, runs, signal }) {
  const child = start(args, { cwd });
  await until(() => runsIn(cwd, verb) >= runs || child.exitCode !== null, `run ${runs} of ${verb}`);
  child.kill(signal);
  const result = await child.ended;
  assert.equal(result.status, 130, result.stdout + result.stderr);
  return result.stdout;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} of replay: the runs so far`, async (t) => {
    const cwd = await failure(t);
    const stdout = await interrupted(['replay', '-n', '1000'], { cwd, verb: 'replay', runs: 4, signal });
    assert.match(stdout, /interrupted; so far it failed ([3-9]) of \1\n$/);
  });

  test(`${signal} of prove: the runs so far`, async (t) => {
    const cwd = await failure(t);
    const stdout = await interrupted(['prove', '-n', '1000'], { cwd, verb: 'prove', runs: 5, signal });
    assert.match(stdout, /\nthe old schedule {2}failed ([3-9]) of \1\ninterrupted: the failure is still there\n$/);
  });

  test(`${signal} of minimize while the failure is being repeated: one line`, async (t) => {
    const cwd = await failure(t);
    const stdout = await interrupted(['minimize'], { cwd, verb: 'minimize', runs: 1, signal });
    assert.match(stdout, /\ninterrupted while the failure was being repeated: nothing is minimized yet\n$/);
  });

  test(`${signal} of minimize: the smallest set so far, which can be replayed`, async (t) => {
    const cwd = await failure(t);
    const kept = path.join('.nacd', 'failures', fs.readdirSync(path.join(cwd, '.nacd', 'failures'))[0]);
    const before = fs.readFileSync(path.join(cwd, kept), 'utf8');
    // Five runs of all delays, five without, and then the search.
    const stdout = await interrupted(['minimize'], { cwd, verb: 'minimize', runs: 11, signal });
    const said = /interrupted after \d+ runs; (\d) delays? left of (\d), [^]*npx nacd replay (.*)\n/;
    const [, left, from, file] = said.exec(stdout);
    const schedule = readJson(cwd, file);
    assert.equal(schedule.delays.length, Number(left));
    assert.equal(schedule.from, Number(from));
    assert.equal(fs.readFileSync(path.join(cwd, kept), 'utf8'), before);
    const { status } = await nacd(['replay', file, '--', 'node', 'race.js'], { cwd });
    assert.equal(status, 1);
  });
}

test('minimize, replay and prove write into the results folder that they get', async (t) => {
  const cwd = await failure(t, '--out', 'results');
  const [kept] = fs.readdirSync(path.join(cwd, 'results', 'failures'));
  for (const args of [['replay', 'results'], ['minimize', 'results'], ['prove', `results/failures/${kept}`, '-n', '1']]) {
    const { status, stdout, stderr } = await nacd(args, { cwd });
    assert.equal(status, args[0] === 'minimize' ? 0 : 1, stdout + stderr);
    assert.ok(fs.existsSync(path.join(cwd, 'results', args[0])));
  }
  assert.ok(!fs.existsSync(path.join(cwd, '.nacd')));
  assert.equal(readJson(cwd, 'results', 'failures', kept).minimized, true);
  assert.equal((await nacd(['replay', 'results', '--out', 'other'], { cwd })).status, 1);
  assert.ok(fs.existsSync(path.join(cwd, 'other', 'replay')));
});
