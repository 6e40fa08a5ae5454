'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { turnOf, PORTFOLIO, REPEATED } = require('../../../lib/campaign/portfolio.js');
const { Memory } = require('../../../lib/analysis/memory.js');
const { BY_HOOKS } = require('../../../lib/analysis/units.js');
const { Lessons } = require('../../../lib/campaign/lessons.js');
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

test('nothing is to be tried before a run was seen, or where only one thing happens', () => {
  const memory = new Memory();
  assert.deepEqual(memory.next(), []);
  memory.observe([inOrder(task(A, 'fs.stat'))]);
  assert.deepEqual(memory.next(), []);
});

test('what touches the same comes first, and each is tried once', () => {
  const memory = new Memory();
  memory.observe([inOrder(task(C, 'fs.stat'), task(A, 'fs.stat'), task(B, 'fs.mkdir'))]);
  assert.deepEqual(memory.next(), [{ name: `${A}/fs.stat#1`, phase: 'worker' }]);
  assert.deepEqual(memory.next(), [{ name: `${C}/fs.stat#1`, phase: 'worker' }]);
  assert.deepEqual(memory.next(), []);
});

// A stream's opening and closing have no path in their names.
test('what touches the same file comes first, also where its name does not say so', () => {
  const memory = new Memory();
  const [OPEN, CLOSE] = ['open', 'close'].map((call) => `fs.WriteStream.${call}@a.js:1:1/1#1`);
  const file = '/tmp/f.part';
  const start = (operation, files) => ({ ...operation, t: 0, phase: 'action', ...files });
  const [open, close] = [task(OPEN, 'fs.open'), task(CLOSE, 'fs.close')];
  const unlink = task('fs.unlink(*.part)@b.js:2:2#1', 'fs.unlink');
  const starts = [start(open, { file, creates: true }), start(close), start(unlink, { file })];
  memory.observe([trace('random', [...starts, ...[task(C, 'fs.stat'), open, close, unlink].flatMap((one) => [one, ran(one)])])]);
  assert.deepEqual(memory.next()[0], { name: `${OPEN}/fs.open#1`, phase: 'action' });
});

test('what was overtaken once is left alone', () => {
  const memory = new Memory();
  const [a, b] = [task(A, 'fs.stat'), task(B, 'fs.mkdir')];
  memory.observe([inOrder(a, b), trace('random', [a, b, ran(b), ran(a)])]);
  assert.deepEqual(memory.next(), []);
});

test('a file that was changed before it was opened is still to be changed before its reading ends', () => {
  const READ = 'fs.readFile(a.txt)@a.js:1:1#1';
  const WRITE = 'fs.writeFile(a.txt)@b.js:2:2#1';
  const [open, close] = ['fs.open', 'fs.close'].map((call) => task(READ, call));
  const write = task(WRITE, 'fs.close');
  const last = { name: `${READ}/fs.close#1`, phase: 'worker' };
  const held = new Memory();
  held.observe([inOrder(open, close, write), trace('random', [open, write, ran(write), ran(open), close, ran(close)])]);
  assert.deepEqual(held.next(), [last], 'it was held at its opening');
  const stale = new Memory();
  stale.observe([inOrder(open, close, write), trace('random', [open, ran(open), close, write, ran(write), ran(close)])]);
  assert.deepEqual(stale.next(), [], 'it was held at its end');
});

test('what follows from an operation cannot overtake it', () => {
  const memory = new Memory();
  const first = { ...task(A, 'fs.stat'), id: 2, parent: 1 };
  const call = { ...first, name: A, id: 1, parent: undefined, phase: 'callback' };
  const then = { ...task(`${B}<00000001`, 'fs.mkdir'), id: 5, parent: 4 };
  const between = { ...then, name: `${B}<00000001`, id: 4, parent: 3, phase: 'callback' };
  const unheld = { ...call, name: `${C}<00000001`, id: 3, parent: 1 };
  memory.observe([inOrder(call, first, unheld, between, then)]);
  assert.deepEqual(memory.next(), []);
  memory.observe([inOrder(call, first, { ...unheld, parent: undefined }, between, then)]);
  assert.deepEqual(memory.next(), [], 'it was made in the turn that the operation has begun');
  memory.observe([inOrder(call, { ...unheld, parent: undefined }, between, first, then)]);
  assert.deepEqual(memory.next(), [{ name: `${A}/fs.stat#1`, phase: 'worker' }]);
});

test('what a listener accepts follows from its arrival and from the call that has connected', () => {
  const memory = new Memory();
  const CALL = 'http.get@a.js:1:1#1';
  const arrival = (name) => ({ t: 1, name, phase: 'descriptor', api: 'stream' });
  const [connected, listened, accepted] =
    [`${CALL}/connect#1/ready#1`, 'listen#1/ready#1', `${CALL}/connect#1/accepted/ready#1`].map(arrival);
  const link = { type: 'accepted', t: 1, name: `${CALL}/connect#1/accepted`, server: 'listen#1' };
  const lines = [connected, ran(connected), listened, ran(listened), link, accepted, ran(accepted)];
  memory.observe([trace('random', lines)]);
  assert.deepEqual(memory.next(), []);
});

test('other runs tell what follows from what in the run without delays', () => {
  const memory = new Memory();
  const [a, b] = [[A, 1], [B, 3]].map(([name, id]) => ({ t: 1, name, id, phase: 'callback', api: name.split('(')[0] }));
  memory.observe([trace('never', [a, ran(a), b, ran(b)])]);
  const [first, then] = [[A, 'fs.stat', 2, 1], [B, 'fs.mkdir', 4, 3]]
    .map(([owner, call, id, parent]) => ({ ...task(owner, call), id, parent }));
  memory.observe([trace('random', [a, first, ran(first), b, then, ran(then)])]);
  assert.deepEqual(memory.next(), []);
});

test('of a chain that ends before another operation begins, two operations are held', () => {
  const memory = new Memory();
  const call = { t: 1, name: A, id: 1, phase: 'callback', api: 'fs.stat' };
  const first = { ...task(A, 'fs.stat'), id: 2, parent: 1 };
  const next = { ...call, name: `${C}<00000001`, id: 3, parent: 1 };
  const then = { ...task(next.name, 'fs.stat'), id: 4, parent: 3 };
  memory.observe([inOrder(call, first, next, then, task(B, 'fs.mkdir'))]);
  const [one, other] = [first, then].map(({ name, phase }) => ({ name, phase }));
  assert.deepEqual(memory.next(), [one, other]);
  assert.deepEqual(memory.next(), [other, { ...one, phase: 'action' }].slice(0, 1));
});

test('two operations of one chain are held for no longer than one', (t) => {
  const lessons = new Lessons({ given: new Set(), values: {}, command: ['node', 'a.js'] });
  const first = { ...task(A, 'fs.stat'), id: 2, parent: 1 };
  const next = { ...task(`${C}<00000001`, 'fs.stat'), id: 4, parent: 2 };
  lessons.learn({ verdict: 'passed' }, { beginnings: [inOrder(first, next, task(B, 'fs.mkdir'))] });
  const folder = makeFolder(t, 'steady.js');
  const { schedule } = lessons.apply({ strategy: 'learned', maxDelay: 500 }, folder);
  assert.deepEqual(JSON.parse(fs.readFileSync(schedule)).delays.map(({ delay }) => delay), [250, 250]);
});

const at = (t, operation) => [{ ...operation, t }, { ...ran(operation), t }];
const plain = (...lines) => trace('never', lines.flat());

test('a chain is split where an event that comes later touches what a step changes', () => {
  const memory = new Memory();
  const timer = { t: 1, name: 'setTimeout@t.js:1:1#1', id: 9, phase: 'timer', api: 'setTimeout', due: 200 };
  const [look, change, later] = [A, B, 'fs.stat(lock)@d.js:1:1#1'].map((owner) => task(owner, 'stat'));
  // A loaded machine: by the program's clock the timer comes some 200 ms after the change.
  memory.observe([plain([timer], at(1, look), at(150, change), [{ ...ran(timer), t: 300 }], at(301, later))]);
  const [{ name, delay }, ...others] = memory.several(500);
  assert.equal(name, `${change.name}`, 'the first step is in time, and what it leads to is not');
  assert.ok(delay > 200 && delay < 400, `${delay}`);
  assert.deepEqual(others, []);
  assert.notEqual(memory.several(500)[0].delay, delay, 'then less far behind');
});

test('what a limit of time waits for is held until it is over', () => {
  const memory = new Memory();
  const limit = { t: 0, name: 'setTimeout@a.js:1:1#1', id: 1, phase: 'timer', api: 'setTimeout', due: 150 };
  const [asked, answered] = ['connect#1/accepted/ready#1', 'connect#1/ready#2']
    .map((name) => ({ name, phase: 'descriptor', api: 'stream' }));
  const cleared = { type: 'cancel', t: 2, name: limit.name, phase: 'timer' };
  memory.observe([plain([limit], at(1, asked), at(2, answered), [cleared])]);
  const [{ name, delay }, ...others] = memory.several(500);
  assert.ok([asked.name, answered.name].includes(name));
  assert.ok(delay > 140 && delay < 300, `${delay}`);
  assert.deepEqual(others, []);
});

test('what an interval waits for is held until it has ticked on for as long as can be', () => {
  const memory = new Memory();
  const tick = (count) => ({ t: 0, name: `setInterval@a.js:1:1#1/tick#${count}`, id: 1, phase: 'timer', api: 'setInterval', due: 100 });
  const look = { ...task(A, 'fs.stat'), id: 2 };
  memory.observe([plain([tick(1)], at(1, look), [{ type: 'cancel', t: 2, name: tick(1).name, phase: 'timer' }])]);
  const [{ name, delay }] = memory.several(500);
  assert.equal(name, look.name);
  assert.ok(delay > 400 && delay <= 500, `${delay}: behind the fourth tick`);
});

test('a timer that was cleared has passed nothing', () => {
  const memory = new Memory();
  const limit = { t: 0, name: 'setTimeout@a.js:1:1#1', id: 1, phase: 'timer', api: 'setTimeout', due: 150 };
  memory.observe([trace('random', [limit, ...at(1, task(A, 'fs.stat')), { type: 'cancel', t: 2, name: limit.name, phase: 'timer' }])]);
  assert.deepEqual(memory.next(), [{ name: `${A}/fs.stat#1`, phase: 'worker' }]);
});

test('a step comes first if only a run with delays has made a call that changes what it touches', () => {
  const held = (appeared) => {
    const memory = new Memory();
    const timer = { t: 1, name: 'setTimeout@t.js:1:1#1', id: 9, phase: 'timer', api: 'setTimeout', due: 200 };
    const [step, next] = ['fs.rename(upload)@u.js:1:1#1', C].map((owner, index) => ({ ...task(owner, 'fs.stat'), id: index + 2 }));
    memory.observe([plain([timer], at(1, step), at(2, next), [{ ...ran(timer), t: 201 }])]);
    memory.observe([trace('random', [step, next, ran(next), ran(step), ...at(3, task(appeared, 'fs.unlink'))])]);
    return memory.several(500).map(({ name }) => name);
  };
  assert.deepEqual(held('fs.unlink(upload)@j.js:1:1#1'), ['fs.rename(upload)@u.js:1:1#1/fs.stat#1']);
  assert.deepEqual(held('fs.unlink(else)@j.js:1:1#1'), [`${C}/fs.stat#1`], 'the later one of a chain');
});

test('of several, a change of several tasks is held in its middle: it may be seen half done', () => {
  const memory = new Memory();
  const owner = 'fs.writeFile(f)@w.js:1:1#1';
  const tasks = ['fs.open', 'fs.write', 'fs.close'].map((call) => task(owner, call));
  const timer = { t: 1, name: 'setTimeout@t.js:1:1#1', id: 9, phase: 'timer', api: 'setTimeout', due: 50 };
  const later = task('fs.readFile(f)@r.js:1:1#1', 'fs.open');
  const starts = tasks.map((one) => ({ ...one, phase: 'action', t: 1 }));
  const fired = [{ ...ran(timer), t: 51 }];
  memory.observe([plain([timer], starts, ...tasks.map((one) => at(2, one)), fired, at(52, later))]);
  const [{ name, phase }] = memory.several(500);
  assert.deepEqual([name, phase], [tasks[0].name, 'worker']);
});

test('of several, what has looked before it acts within one call is held between the two', () => {
  const memory = new Memory();
  const owner = 'fs.rm(dir)@w.js:1:1#1';
  const tasks = ['fs.lstat', 'fs.readdir', 'fs.unlink', 'fs.rmdir'].map((call) => task(owner, call));
  const timer = { t: 1, name: 'setTimeout@t.js:1:1#1', id: 9, phase: 'timer', api: 'setTimeout', due: 50 };
  memory.observe([plain([timer], ...tasks.map((one) => at(2, one)), [{ ...ran(timer), t: 51 }])]);
  const [{ name, phase }] = memory.several(500);
  assert.deepEqual([name, phase], [tasks[1].name, 'worker']);
});

test('of several, a look that leads to no change is held before it is taken if what it looks at changes later', () => {
  const [look, change] = ['fs.lstat(f)@a.js:1:1#1', 'fs.unlink(f)@b.js:1:1#1'].map((owner) => task(owner, 'fs'));
  const timer = { t: 1, name: 'setTimeout@t.js:1:1#1', id: 9, phase: 'timer', api: 'setTimeout', due: 50 };
  const start = { ...look, phase: 'action', t: 1 };
  const begin = [[timer], [start]];
  const fired = [{ ...ran(timer), t: 51 }];
  const memory = new Memory();
  memory.observe([plain(...begin, at(2, look), fired, at(52, change))]);
  // The look was taken and then held, so its answer was old: that is another order.
  const held = [{ ...look, t: 2 }, ...fired, ...at(52, change), { ...ran(look), t: 60 }];
  memory.observe([trace('always', [timer, start, ...held])]);
  const [{ name, phase }] = memory.several(500);
  assert.deepEqual([name, phase], [look.name, 'action']);
});

// A connection to an address has the name of the call that ran last.
test('a connection that the program has made before a call does not follow from it', () => {
  const call = { t: 1, name: A, id: 1, phase: 'callback', api: 'fs.stat' };
  const stat = { ...task(A, 'fs.stat'), id: 2, parent: 1 };
  const then = { t: 2, name: `${C}<00000001`, id: 3, parent: 1, phase: 'callback', api: 'fs.stat' };
  const arrival = { t: 3, name: `${A}/connect#1/ready#1`, id: 4, parent: 1, phase: 'descriptor', api: 'stream' };
  const event = { t: 4, id: 5, phase: 'event', api: 'net.Socket.connect' };
  const connected = (digits) => ({ ...event, name: `net.Socket.connect@c.js:1:1/1<${digits}#1` });
  const held = (digits) => {
    const memory = new Memory();
    memory.observe([inOrder(call, stat, then, arrival, connected(digits))]);
    return memory.next().map(({ name }) => name);
  };
  assert.deepEqual(held('00000002'), [stat.name]);
  assert.deepEqual(held('00000001'), [], 'it does where its socket says so');
});

test('connections that an ES module opens are not one', () => {
  const memory = new Memory();
  const LOADED = 'fs.open:/a/app.mjs#1';
  const arrivals = ['connect#1', 'connect#2'].map((one) => (
    { t: 1, name: `${LOADED}/${one}/ready#1`, phase: 'descriptor', api: 'stream' }));
  memory.observe([inOrder(...arrivals)]);
  assert.deepEqual(memory.next(), [{ name: arrivals[0].name, phase: 'descriptor' }]);
});

test('the hooks hold the operations that the model says they do', () => {
  const folder = path.join(__dirname, '../../../model');
  const models = fs.readdirSync(folder).filter((name) => name.endsWith('.json') && !name.includes('schema'));
  const classes = models.flatMap((name) => readJson(path.join(folder, name)));
  const found = classes.flatMap(({ moduleName, properties = [] }) => (
    properties.filter(({ heldByHooks }) => heldByHooks).map(({ name, event }) => `${moduleName}.${event ?? name}`)));
  assert.deepEqual([...BY_HOOKS].sort(), [...new Set(found)].sort());
});

test('the portfolio: what the user says stays; no schedules where a mode is given', () => {
  const indices = [...Array(PORTFOLIO.length + 2 * REPEATED.length).keys()];
  const turns = (given, values) => indices.map((index) => turnOf({ given: new Set(given), values }, index));
  assert.deepEqual(turns([], {}), [...PORTFOLIO, ...REPEATED, ...REPEATED]);
  const withOthers = indices.slice(0, 8).map((index) => turnOf({ given: new Set() }, index, { hasOthers: true }));
  assert.deepEqual(withOthers, [0, 7, 6, 1, 4, 2, 3, 5].map((index) => PORTFOLIO[index]), 'of several processes');
  const withoutLooks = indices.slice(0, 8).map((index) => turnOf({ given: new Set() }, index, { hasLateLooks: false }));
  assert.deepEqual(withoutLooks, [0, 1, 3, 4, 5, 2, 6, 7].map((index) => PORTFOLIO[index]), 'where no look is late');
  assert.ok(turns(['mode'], {}).every(({ strategy, mode }) => strategy !== 'learned' && mode === undefined));
  for (const given of ['minDelay', 'maxDelay']) {
    const left = ({ minDelay, maxDelay }) => minDelay === undefined && maxDelay === undefined;
    assert.ok(turns([given], {}).every(left), given);
  }
  assert.ok(turns(['strategy'], { strategy: 'pct' }).every((turn) => turn.strategy === 'pct'));
});

// A delay of 1 ms lets nothing pass in the runs before.
test('a campaign gives learned runs a schedule with one delay, and says so', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const env = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js') };
  const source = "const fs = require('node:fs'); fs.stat('a', () => {}); setTimeout(() => fs.mkdir('a', () => {}), 50);";
  fs.writeFileSync(path.join(cwd, 'two.js'), source);
  const before = PORTFOLIO.findIndex(({ strategy }) => strategy === 'learned');
  const { status } = await nacd(['run', '-n', String(before + 1), '--max-delay', '1', '--', 'node', 'two.js'], { cwd, env });
  assert.equal(status, 0);
  const { runs } = readJson(cwd, '.nacd/campaign.json');
  const strategies = (turns) => turns.map(({ strategy }) => strategy);
  assert.deepEqual(strategies(runs), strategies(PORTFOLIO.slice(0, before + 1)));
  const schedule = readJson(cwd, '.nacd', runs.at(-1).folder, 'schedule.json');
  assert.equal(schedule.options.schedule, undefined);
  assert.equal(schedule.delays.length, 1);
  assert.match(schedule.delays[0].name, /^fs\.stat\(a\)@two\.js/);
});
