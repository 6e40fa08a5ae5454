'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { turnOf, PORTFOLIO, REPEATED } = require('../../../lib/campaign/portfolio.js');
const { Memory } = require('../../../lib/analysis/memory.js');
const names = require('../../../lib/names/name.js');
const { parseTrace } = require('../../../lib/trace/read.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const A = 'fs.stat(lock)@a.js:1:1#1';
const B = 'fs.mkdir(lock)@b.js:2:2#1';
const C = 'fs.stat(other)@c.js:3:3#1';

function trace(mode, lines) {
  const header = { type: 'header', format: 1, options: { mode, engine: 'both' } };
  return parseTrace([header, ...lines].map((line) => JSON.stringify(line)).join('\n'));
}

const task = (owner, call) => ({ t: 1, name: `${owner}/${call}#1`, phase: 'worker', api: call });
const ran = ({ name, phase }) => ({ type: 'run', t: 2, name, phase });

function inOrder(...operations) {
  return trace('random', operations.flatMap((operation) => [operation, ran(operation)]));
}

test('names: owner, parent, resource', () => {
  assert.equal(names.ownerOf(`${A}<0123abcd/fs.stat#1`), `${A}<0123abcd`);
  assert.equal(names.ownerOf('connect#1/accepted/ready#2'), 'connect#1');
  assert.equal(names.parentOf(`${A}<0123abcd`), '0123abcd');
  assert.equal(names.resourceOf(A), 'lock');
  assert.equal(names.resourceOf('fs.open:race-*/all.zip#1'), 'all.zip');
  assert.equal(names.resourceOf('connect#1'), 'connect#1');
  assert.equal(names.siteOf(`${A}<0123abcd`), 'fs.stat@a.js:1:1');
  assert.equal(names.siteOf('fs.stat(x@y.js:1:1)@node_modules/@s/a.js:3:5#1'), 'fs.stat@node_modules/@s/a.js:3:5');
  assert.equal(names.siteOf('net.Socket.data@b.js:3:5/12#3'), 'net.Socket.data@b.js:3:5');
  assert.equal(names.siteOf('connect#1'), 'connect#1');
  assert.deepEqual([A, B].map(names.changes), [false, true]);
  // As src/hooks/naming.cc has it.
  assert.equal(names.suffixOf('fs.readFile(fr.json)@race.js:19:11#1').length, 8);
});

test('nothing is to be tried before a run was seen, or where only one thing happens', () => {
  const memory = new Memory();
  assert.equal(memory.next(), undefined);
  memory.observe([inOrder(task(A, 'fs.stat'))]);
  assert.equal(memory.next(), undefined);
});

test('what touches the same comes first, and each is tried once', () => {
  const memory = new Memory();
  memory.observe([inOrder(task(C, 'fs.stat'), task(A, 'fs.stat'), task(B, 'fs.mkdir'))]);
  assert.deepEqual(memory.next(), { name: `${A}/fs.stat#1`, phase: 'worker' });
  assert.deepEqual(memory.next(), { name: `${C}/fs.stat#1`, phase: 'worker' });
  assert.equal(memory.next(), undefined);
});

test('what was overtaken once is left alone', () => {
  const memory = new Memory();
  const [a, b] = [task(A, 'fs.stat'), task(B, 'fs.mkdir')];
  memory.observe([inOrder(a, b), trace('random', [a, b, ran(b), ran(a)])]);
  assert.equal(memory.next(), undefined);
});

test('what follows from an operation cannot overtake it', () => {
  const memory = new Memory();
  const child = `fs.mkdir(lock)@b.js:2:2#1<${names.suffixOf(A)}`;
  memory.observe([inOrder(task(A, 'fs.stat'), task(child, 'fs.mkdir'))]);
  assert.equal(memory.next(), undefined);
});

test('calls of the run without delays have the parts that other calls of their API have', () => {
  const memory = new Memory();
  const call = (name) => ({ t: 1, name, phase: 'callback' });
  const [a, b] = [call(A), call(B)];
  memory.observe([trace('never', [a, ran(a), b, ran(b)])]);
  assert.equal(memory.next(), undefined);
  memory.observe([inOrder(task('fs.stat(x)@x.js:1:1#1', 'fs.stat'), task('fs.mkdir(y)@x.js:1:1#1', 'fs.mkdir'))]);
  assert.deepEqual(memory.next(), { name: `${A}/fs.stat#1`, phase: 'worker' });
});

test('the portfolio: what the user says stays; no schedules where a mode is given', () => {
  const indices = [...Array(PORTFOLIO.length + 2 * REPEATED.length).keys()];
  const turns = (given, values) => indices.map((index) => turnOf({ given: new Set(given), values }, index));
  assert.deepEqual(turns([], {}), [...PORTFOLIO, ...REPEATED, ...REPEATED]);
  assert.ok(turns(['mode'], {}).every(({ strategy, mode }) => strategy !== 'learned' && mode === undefined));
  assert.ok(turns(['strategy'], { strategy: 'pct' }).every((turn) => turn.strategy === 'pct'));
});

// A delay of 1 ms lets nothing pass in the runs before.
test('a campaign gives learned runs a schedule with one delay, and says so', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const env = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js') };
  const source = "const fs = require('node:fs'); fs.stat('a', () => {}); setTimeout(() => fs.mkdir('a', () => {}), 50);";
  fs.writeFileSync(path.join(cwd, 'two.js'), source);
  const { status } = await nacd(['run', '-n', '3', '--max-delay', '1', '--', 'node', 'two.js'], { cwd, env });
  assert.equal(status, 0);
  const { runs } = readJson(cwd, '.nacd/campaign.json');
  assert.deepEqual(runs.map(({ strategy }) => strategy), ['reverse', 'reverse', 'learned']);
  const schedule = readJson(cwd, '.nacd', runs.at(-1).folder, 'schedule.json');
  assert.equal(schedule.options.schedule, undefined);
  assert.equal(schedule.delays.length, 1);
  assert.match(schedule.delays[0].name, /^fs\.stat\(a\)@two\.js/);
});
