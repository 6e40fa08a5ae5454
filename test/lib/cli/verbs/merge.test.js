'use strict';
const assert = require('node:assert/strict');
const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../../support/cli.js');

async function makePart(cwd, out, { file = 'steady.js', shard, seed = '1' }) {
  const part = shard ? ['--shard', shard] : [];
  await nacd(['run', '-n', '4', '--seed', seed, ...part, '--out', out, '--keep-going', '--quiet', '--', 'node', file], { cwd });
}

const hasGit = spawnSync('git', ['--version']).status === 0;

const merge = (cwd, ...args) => nacd(['merge', ...args, '--out', 'whole'], { cwd });

function changeCampaign(cwd, folder, change) {
  const file = path.join(cwd, folder, 'campaign.json');
  fs.writeFileSync(file, JSON.stringify({ ...readJson(file), ...change }));
}

test('merge: the parts of a campaign make a whole', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  for (const part of ['1', '2']) await makePart(cwd, `part-${part}`, { file: 'race.js', shard: `${part}/2` });
  const { status, stdout } = await merge(cwd, 'part-1', 'part-2');
  assert.equal(status, 1);
  assert.match(stdout, /joined 2 parts\n1 failure in 4 runs/);
  const { runs, failures, missing } = readJson(cwd, 'whole/campaign.json');
  assert.deepEqual(missing, []);
  assert.deepEqual(runs.map(({ seed }) => seed).sort(), [1, 2, 3, 4]);
  assert.equal(failures[0].of, 4);
  assert.ok(runs.every(({ folder }) => fs.existsSync(path.join(cwd, 'whole', folder, 'run.json'))));
  assert.equal((await nacd(['replay', 'whole'], { cwd })).status, 1);
  const failing = ['part-1', 'part-2'].find((part) => readJson(cwd, part, 'campaign.json').failures.length > 0);
  assert.equal((await merge(cwd, failing)).status, 1, 'a failure is found, whatever is missing');
});

test('merge: a missing part makes no pass', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  for (const part of ['1', '2']) await makePart(cwd, `part-${part}`, { shard: `${part}/4` });
  const some = await merge(cwd, 'part-1', 'part-2');
  assert.equal(some.status, 2);
  assert.match(some.stdout, /^joined 2 parts\nparts 3, 4 of 4 are missing; --partial uses the parts that are there\n/);
  assert.equal(readJson(cwd, 'whole/campaign.json').state, 'incomplete');
  const junit = await nacd(['report', 'whole', '--format', 'junit', '-o', '-'], { cwd });
  assert.match(junit.stdout, /errors="1".*<error message="parts of the campaign are missing"/s);
  const partial = await merge(cwd, 'part-1', 'part-2', '--partial');
  assert.equal(partial.status, 0);
  assert.match(partial.stdout, /\nparts 3, 4 of 4 are missing\n/);
  const { state, missing } = readJson(cwd, 'whole/campaign.json');
  assert.deepEqual([state, missing], ['done', [3, 4]]);
  for (const part of ['3', '4']) await makePart(cwd, `part-${part}`, { shard: `${part}/4` });
  const all = await merge(cwd, 'part-1', 'part-2', 'part-3', 'part-4');
  assert.equal(all.status, 0);
  assert.match(all.stdout, /^joined 4 parts\nno failure/);
});

test('merge: a part that did not end makes no pass', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  for (const part of ['1', '2']) await makePart(cwd, `part-${part}`, { shard: `${part}/2` });
  for (const [state, told] of [['interrupted', 'was interrupted'], ['running', 'was killed']]) {
    changeCampaign(cwd, 'part-2', { state });
    const { status, stdout } = await merge(cwd, 'part-1', 'part-2');
    assert.equal(status, 2);
    assert.ok(stdout.includes(`\npart 2 of 2 ${told}; --partial uses the parts that are there\n`), stdout);
    assert.equal((await merge(cwd, 'part-1', 'part-2', '--partial')).status, 0);
  }
  changeCampaign(cwd, 'part-1', { state: 'interrupted', runs: [] });
  fs.rmSync(path.join(cwd, 'part-1', 'runs'), { recursive: true });
  assert.equal((await merge(cwd, 'part-1', '--partial')).status, 2, 'there is nothing');
});

test('merge: parts of other campaigns are refused, and a part that is given twice', async (t) => {
  const cwd = makeFolder(t, 'steady.js', 'broken.js');
  await makePart(cwd, 'a', { shard: '1/2' });
  await makePart(cwd, 'b', { shard: '2/2', seed: '5' });
  await makePart(cwd, 'c', { shard: '2/3' });
  await makePart(cwd, 'd', { shard: '2/2', file: 'broken.js' });
  await makePart(cwd, 'e', { shard: '2/2' });
  changeCampaign(cwd, 'e', { options: { ...readJson(cwd, 'e/campaign.json').options, maxDelay: 9 } });
  fs.cpSync(path.join(cwd, 'a'), path.join(cwd, 'f'), { recursive: true });
  for (const [other, told] of [
    ['b', /b belongs to another campaign: its seed is 5, not 1\n/],
    ['c', /c belongs to another campaign: its number of parts is 3, not 2\n/],
    ['d', /d belongs to another campaign: its command is node broken.js, not node steady.js\n/],
    ['e', /e belongs to another campaign: its options are .*"maxDelay":9.*, not /],
    ['f', /a and .*f are both part 1\/2: give each once\n/],
    ['a', /a and .*a are both part 1\/2: give each once\n/],
  ]) {
    const { status, stdout, stderr } = await merge(cwd, 'a', other, '--partial');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, told);
    assert.equal(fs.existsSync(path.join(cwd, 'whole')), false);
  }
});

test('merge: whole campaigns need seeds of their own', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  await makePart(cwd, 'a', {});
  await makePart(cwd, 'b', { seed: '5' });
  await makePart(cwd, 'c', {});
  const { status, stdout } = await merge(cwd, 'a', 'b');
  assert.equal(status, 0);
  assert.match(stdout, /no failure in 8 runs/);
  assert.match((await merge(cwd, 'a', 'c')).stderr, /are both the campaign with seed 1: give each once/);
});

test('merge: a part without a result makes no pass', async (t) => {
  const cwd = makeFolder(t, 'broken.js');
  await nacd(['run', '--quiet', '--out', 'a', '--', 'node', 'broken.js'], { cwd });
  for (const more of [[], ['--partial']]) assert.equal((await nacd(['merge', 'a', ...more, '--out', 'b'], { cwd })).status, 2);
  assert.match((await nacd(['merge', 'a', '--out', 'a'], { cwd })).stderr, /a is both a part and the result/);
});

test('merge: parts of another number of runs or of another commit are of another campaign', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const make = (out, ...options) => nacd(['run', '--seed', '1', ...options, '--out', out, '--quiet', '--', 'node', 'steady.js'], { cwd });
  await make('part-1', '-n', '4', '--shard', '1/2', '--commit', 'one');
  for (const [what, count, commit] of [['commit is "?two"?, not "?one"?', '4', 'two'], ['number of runs is 6, not 4', '6', 'one']]) {
    await make('part-2', '-n', count, '--shard', '2/2', '--commit', commit);
    const { status, stderr } = await merge(cwd, 'part-1', 'part-2');
    assert.match(stderr, new RegExp(`^nacd merge: .*part-2 belongs to another campaign: its ${what}\n$`));
    assert.equal(status, 2);
  }
  await make('part-2', '-n', '4', '--shard', '2/2', '--commit', 'one');
  assert.equal((await merge(cwd, 'part-1', 'part-2')).status, 0);
});

test('merge: without --commit git says of which version a part is', { skip: !hasGit && 'no git' }, async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd, stdio: 'ignore' });
  git('init');
  git('add', 'steady.js');
  git('commit', '-m', 'first');
  for (const part of ['1', '2']) await makePart(cwd, `part-${part}`, { shard: `${part}/2` });
  assert.equal((await merge(cwd, 'part-1', 'part-2')).status, 0);
  fs.appendFileSync(path.join(cwd, 'steady.js'), '// changed\n');
  await makePart(cwd, 'part-2', { shard: '2/2' });
  const changed = await merge(cwd, 'part-1', 'part-2');
  assert.match(changed.stderr, /part-2 belongs to another campaign: its commit is /);
});

test('--strict does not accept a part without a run', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const part = (n) => nacd(['run', '-n', n, '--seed', '1', '--shard', '2/2', '--mode', 'always', '--strict', '--', 'node', 'steady.js'], { cwd });
  const { status, stdout } = await part('1');
  assert.match(stdout, /\n--strict: no run with delays\n$/);
  assert.equal(status, 1);
  assert.equal((await part('2')).status, 0);
});

test('merge: --strict does not accept what one part alone has seen', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  for (const part of ['1', '2']) await makePart(cwd, `part-${part}`, { shard: `${part}/2` });
  assert.equal((await merge(cwd, 'part-1', 'part-2', '--strict')).status, 0);
  const { plain, demand } = readJson(cwd, 'part-2', 'campaign.json');
  const tests = (total) => ({ demand: { ...demand, tests: { total, passed: 0, most: total } } });
  changeCampaign(cwd, 'part-1', tests(2));
  changeCampaign(cwd, 'part-2', { ...tests(3), plain: { ...plain, aside: ['a'] }, uncounted: true });
  const { status, stdout } = await merge(cwd, 'part-1', 'part-2', '--strict');
  assert.equal(status, 1, stdout);
  assert.match(stdout, /\n--strict: 1 test set aside, tests not counted, a number of tests that varies [^\n]*\n$/);
});
