'use strict';
// The pair that minimize names, from traces made for this.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { clearness, findPair } = require('../../../lib/minimize/pair.js');

// Writes a run: [name, t or undefined (decided, but it never ran), site, phase] in the order of time.
function runOf(t, happened) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const all = happened.map(([name, t, site, phase = 'callback'], index) => ({ id: index + 1, name, t, site, phase }));
  const decision = ({ id, name, site, phase }) => ({ t: 0, id, name, phase, api: name.split('@')[0], site });
  const isEvent = ({ phase }) => phase === 'event'; // decided about as it comes
  const decided = all.filter((each) => !isEvent(each)).map(decision);
  const line = ({ name, t: time, phase }) => ({ type: 'run', t: time, name, phase });
  const ran = (each) => (isEvent(each) ? [decision(each), line(each)] : [line(each)]);
  const runs = all.filter((each) => each.t !== undefined).flatMap(ran);
  const lines = [{ type: 'header', format: 1 }, ...decided, ...runs];
  fs.mkdirSync(path.join(folder, 'trace'));
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), text);
  return folder;
}

const D = ['fs.write@test/a.js:1:1#1', 'test/a.js:1:1'];
const NEAR = ['zlib.gzip@node_modules/c/index.js:5:1#1', 'node_modules/c/index.js:5:1'];
const FAR = ['fs.stat@test/b.js:9:1#1', 'test/b.js:9:1'];
const at = ([name, site], time) => [name, time, site];
const pairOf = (failing, passing) => findPair({
  delays: [{ name: D[0], phase: 'callback', delay: 5 }], failing, passing, edges: [{ above: [], below: [] }],
});

test('the nearest in time is the overtaker, not an event of another test long before', (t) => {
  const failing = [runOf(t, [at(FAR, 100), at(NEAR, 1298), at(D, 1300)])];
  const passing = [runOf(t, [at(D, 90), at(NEAR, 95), at(FAR, 2000)])];
  const { pair } = pairOf(failing, passing);
  assert.equal(pair.overtaker.name, NEAR[0]);
});

test('a delayed operation with another name in each run is found by what a replay goes by', (t) => {
  const named = (hash, time) => at([`http.get@test/a.js:1:1#1<${hash}`, D[1]], time);
  const failing = [runOf(t, [at(NEAR, 1298), named('aaaaaaaa', 1300)])];
  const passing = [runOf(t, [named('bbbbbbbb', 90), at(NEAR, 95)])];
  const delay = { name: 'http.get@test/a.js:1:1#1<cccccccc', phase: 'callback', delay: 5 };
  const edges = [{ above: [], below: [] }];
  const pairWith = (hint) => findPair({ delays: [{ ...delay, ...hint }], failing, passing, edges });
  assert.equal(pairWith({ tier: 'site', nth: 1 }).pair.overtaker.name, NEAR[0]);
  assert.equal(pairWith({ tier: 'site', nth: 2 }).isCompared, false);
  assert.equal(pairWith({}).isCompared, false);
});

test('among the near ones the user\'s code comes first', (t) => {
  const user = ['fs.stat@test/a.js:3:1#1', 'test/a.js:3:1'];
  const failing = [runOf(t, [at(user, 1290), at(NEAR, 1298), at(D, 1300)])];
  const passing = [runOf(t, [at(D, 90), at(NEAR, 95), at(user, 98)])];
  assert.equal(pairOf(failing, passing).pair.overtaker.name, user[0]);
});

test('an operation that never ran in the failing run is no witness, but its absence is told', (t) => {
  const arrival = ['net.Socket.data@test/a.js:7:1#1', 'test/a.js:7:1'];
  const failing = [runOf(t, [at(D, undefined), at(arrival, undefined)])];
  const passing = [runOf(t, [at(D, 90), at(arrival, 95)])];
  const { pair, missing } = pairOf(failing, passing);
  assert.equal(pair, undefined);
  assert.equal(missing.name, arrival[0]);
});

// A connection that is given up has its events all the same.
test('what a connection brings does not overtake its arrival', (t) => {
  const arrival = ['connect#1/ready#1', undefined, 'descriptor'];
  const event = ['net.Socket.connect@test/a.js:7:1/1#1', 'test/a.js:7:1', 'event'];
  const other = ['net.Socket.connect@test/a.js:7:1/2#1', 'test/a.js:7:1', 'event'];
  const limit = ['setTimeout@node_modules/pool/index.js:5:1#1', 'node_modules/pool/index.js:5:1', 'timer'];
  const when = ([name, site, phase], time) => [name, time, site, phase];
  assert.equal(findPair({
    delays: [{ name: arrival[0], phase: 'descriptor', delay: 5 }], edges: [{ above: [], below: [] }],
    failing: [runOf(t, [when(limit, 300), when(event, 301), when(arrival, undefined)])],
    passing: [runOf(t, [when(arrival, 5), when(event, 6), when(limit, 300)])],
  }).pair.overtaker.name, limit[0]);
  const passing = [runOf(t, [when(arrival, 5), when(event, 6), when(limit, 20), when(other, 30)])];
  const failing = [runOf(t, [when(other, 280), when(limit, 300), when(arrival, 301), when(event, 302)])];
  const { pair } = findPair({
    delays: [{ name: arrival[0], phase: 'descriptor', delay: 5 }], edges: [{ above: [], below: [] }], failing, passing,
  });
  assert.equal(pair.overtaker.name, other[0], 'another connection can');
});

test('an arrival at a listener that is named after a call is no part of that call, and has the place of its server', (t) => {
  const call = 'fs/promises.open(a)@test/a.js:1:1#1';
  const made = { name: call, site: 'test/a.js:1:1', phase: 'promise' };
  const arrival = { name: `${call}/listen#1/ready#1`, site: 'test/a.js:1:1', phase: 'descriptor' };
  const event = { name: 'net.Server.connection@test/a.js:7:1/1#1', site: 'test/a.js:7:1', phase: 'event' };
  const limit = { name: 'setTimeout@test/a.js:9:1#1', site: 'test/a.js:9:1', phase: 'timer' };
  const when = ({ name, site, phase }, time) => [name, time, site, phase];
  const { pair } = findPair({
    delays: [{ ...arrival, delay: 5 }], edges: [{ above: [], below: [] }],
    failing: [runOf(t, [when(made, 1), when(limit, 150), when(arrival, undefined)])],
    passing: [runOf(t, [when(made, 1), when(arrival, 5), when(event, 6), when(limit, 150)])],
  });
  assert.equal(pair.overtaker.name, limit.name);
  assert.equal(pair.delayed.name, arrival.name);
  assert.equal(pair.delayed.site, event.site);
});

test('runs at the edge that the noise of the machine decided do not hide a clear pair', (t) => {
  const limit = ['setTimeout@test/a.js:3:1#1', 'test/a.js:3:1'];
  const [late, early] = [[at(limit, 120), at(D, 300)], [at(D, 80), at(limit, 120)]];
  const given = { delays: [{ name: D[0], phase: 'callback', delay: 300 }], passing: [runOf(t, early)] };
  const edges = [{ above: [runOf(t, early), runOf(t, early), runOf(t, early)], below: [] }];
  assert.equal(findPair({ ...given, failing: [runOf(t, late)], edges }).pair.overtaker.name, limit[0]);
  assert.equal(findPair({ ...given, failing: [runOf(t, early)], edges }).pair, undefined, 'nothing has changed places');
});

test('of those that are clear the one call on the same path is the overtaker, where the edge tells nothing', (t) => {
  const read = ['fs.readFile(wal)@test/a.js:1:1#1', 'test/a.js:1:1'];
  const append = ['fs.appendFile(wal)@test/a.js:3:1#1', 'test/a.js:3:1'];
  const other = ['fs.stat(b)@test/a.js:5:1#1', 'test/a.js:5:1'];
  const late = [at(append, 290), at(other, 295), at(read, 300)];
  const early = [at(read, 80), at(append, 120), at(other, 125)];
  const edges = [{ above: [runOf(t, early), runOf(t, early), runOf(t, early)], below: [] }];
  const delays = [{ name: read[0], phase: 'callback', delay: 300 }];
  const { pair } = findPair({ delays, failing: [runOf(t, late)], passing: [runOf(t, early)], edges });
  assert.equal(pair.overtaker.name, append[0]);
});

test('an operation that a limit has ended was overtaken by the limit, not by what came last', (t) => {
  const limit = ['AbortSignal.timeout@test/a.js:3:1#1', 'test/a.js:3:1'];
  const again = ['fs.stat(b)@test/a.js:5:1#1', 'test/a.js:5:1'];
  const failing = runOf(t, [at(limit, 250), at(again, 400), at(D, undefined)]);
  const below = runOf(t, [at(D, 240), at(limit, undefined), at(again, undefined)]);
  const delays = [{ name: D[0], phase: 'callback', delay: 300 }];
  const edges = [{ above: [failing], below: [below] }];
  const passing = [runOf(t, [at(D, 5), at(limit, undefined), at(again, undefined)])];
  assert.equal(findPair({ delays, failing: [failing], passing, edges }).pair.overtaker.name, limit[0]);
});

test('a late child of which nothing comes any more was overtaken by the limit that was over meanwhile', (t) => {
  const child = 'child_process.spawn(x)@test/a.js:1:1#1';
  const part = (name, time) => [`${child}/${name}/ready#1`, time, 'test/a.js:1:1', 'descriptor'];
  const limit = ['setTimeout@test/a.js:2:1#1', 600, 'test/a.js:2:1', 'timer'];
  const early = ['setTimeout@test/a.js:3:1#1', 30, 'test/a.js:3:1', 'timer'];
  const failing = [runOf(t, [early, part('child#1', 500), limit])];
  const delays = [{ name: `${child}/child#1/ready#1`, phase: 'descriptor', delay: 500 }];
  const below = [runOf(t, [early, part('child#1', 40), part('pipe#1', 90), limit])];
  const { pair, missing } = findPair({ delays, failing, passing: [], edges: [{ above: [], below }] });
  assert.deepEqual([pair.delayed.name, pair.overtaker.name], [`${child}/pipe#1/ready#1`, limit[0]]);
  assert.equal(missing, undefined);
});

test('where the program ends by another child, what is late of a child is missing, and several delays may make it so', (t) => {
  const part = (line, name, time) => [`child_process.fork(x)@test/a.js:${line}:1#1/${name}/ready#1`, time, `test/a.js:${line}:1`, 'descriptor'];
  const limit = ['setTimeout@test/a.js:9:1#1', 20, 'test/a.js:9:1', 'timer'];
  const late = [limit, part(1, 'child#1', 500), part(2, 'child#1', 501), part(2, 'pipe#1', 700)];
  const early = [limit, part(1, 'child#1', 30), part(2, 'child#1', 31), part(1, 'pipe#1', 90), part(2, 'pipe#1', 450)];
  const delays = ['child#1', 'pipe#1'].map((name) => ({ name: part(1, name)[0], phase: 'descriptor', delay: 500 }));
  const edges = delays.map(() => ({ above: [], below: [] }));
  const { pair } = findPair({ delays, failing: [runOf(t, late)], passing: [runOf(t, early)], edges });
  assert.deepEqual([pair?.delayed.name, pair?.overtaker.name], [part(1, 'pipe#1')[0], part(2, 'pipe#1')[0]]);
});

test('a call that failing runs make late is not missing there', (t) => {
  const [name, site] = ['fs.writeFile@test/a.js:2:1#1', 'test/a.js:2:1'];
  const failing = [runOf(t, [[name, 50, site, 'registration'], [name, 60, site], at(D, 1300)])];
  const passing = [runOf(t, [[name, 5, site], at(D, 90)])];
  assert.equal(pairOf(failing, passing).missing, undefined);
});

test('two operations that come in both orders in failing runs are no pair', (t) => {
  const one = [at(NEAR, 10), at(D, 20)];
  const other = [at(D, 10), at(NEAR, 20)];
  const failing = [runOf(t, one), runOf(t, other)];
  assert.equal(pairOf(failing, [runOf(t, other)]).pair, undefined);
});

test('of several delays one is the delayed operation only if runs differ in it alone', (t) => {
  const other = ['fs.open@test/c.js:1:1#1', 'test/c.js:1:1'];
  const [failing, passing] = [[at(FAR, 5), at(D, 20), at(other, 30)], [at(D, 1), at(other, 3), at(FAR, 5)]];
  const delays = [D, other].map(([name]) => ({ name, phase: 'callback', delay: 5 }));
  const none = { above: [], below: [] };
  const given = { delays, failing: [runOf(t, failing)], passing: [runOf(t, passing)] };
  const unknown = findPair({ ...given, edges: [none, none] });
  assert.deepEqual([unknown.pair, unknown.isCompared], [undefined, false]);
  const { pair, isCompared } = findPair({ ...given, edges: [none, { above: [], below: [runOf(t, passing)] }] });
  assert.deepEqual([pair.delayed.name, pair.overtaker.name, isCompared], [other[0], FAR[0], true]);
  const both = findPair({ ...given, edges: delays.map(() => ({ above: [], below: [runOf(t, passing)] })) });
  assert.deepEqual([both.pair, ...both.others].map(({ delayed, by }) => [delayed.name, by]), [
    [other[0], `callback ${other[0]}`], [D[0], `callback ${D[0]}`],
  ]);
});

test('a stall overtakes nothing: no code runs in it', (t) => {
  const stall = (time) => ['turn#1/before#1', time, 'test/a.js:9:1', 'stall'];
  const failing = [runOf(t, [at(NEAR, 10), stall(19), at(D, 20)])];
  const passing = [runOf(t, [at(D, 10), stall(11), at(NEAR, 20)])];
  assert.equal(pairOf(failing, passing).pair.overtaker.name, NEAR[0]);
});

test('a place that only passing runs know is told', (t) => {
  const failing = [runOf(t, [at(NEAR, 10), [D[0], undefined]])];
  const passing = [runOf(t, [at(D, 10), at(NEAR, 20)])];
  const { pair } = pairOf(failing, passing);
  assert.deepEqual([pair.delayed.name, pair.delayed.site], [D[0], D[1]]);
});

// A message of a child, a call that its listener makes, and the child's end, which the message never overtakes.
const MESSAGE = { name: 'fork@a.js:1:1#1/pipe#1/ready#1', phase: 'descriptor', site: 'a.js:1:1', id: 1 };
const LISTENER = { name: 'child.message@a.js:1:1/1#1', phase: 'event', site: 'a.js:1:1', id: 2 };
const CALL = { name: 'fs.stat@a.js:2:2#1', phase: 'callback', site: 'a.js:2:2', id: 3, parent: 2 };
const EXIT = { name: 'child.exit@a.js:1:1/1#1', phase: 'event', site: 'a.js:1:1', id: 4 };

test('where the delayed arrival changes places with nothing, a call that follows from it may', (t) => {
  const runIn = (...order) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
    t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
    const lines = order.flatMap(([operation, decided, ran]) => [
      [decided, { t: decided, api: operation.name.split('@')[0], ...operation }],
      [ran, { type: 'run', t: ran, name: operation.name, phase: operation.phase }],
    ]).sort(([a], [b]) => a - b).map(([, line]) => line);
    fs.mkdirSync(path.join(folder, 'trace'));
    const text = [{ type: 'header', format: 1 }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
    fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), text);
    return folder;
  };
  const failing = [runIn([MESSAGE, 1, 50], [LISTENER, 51, 52], [CALL, 53, 70], [EXIT, 60, 61])];
  const passing = [runIn([MESSAGE, 1, 10], [LISTENER, 11, 12], [CALL, 13, 30], [EXIT, 60, 61])];
  const given = { delays: [{ name: MESSAGE.name, phase: 'descriptor', delay: 5 }], failing, passing };
  const { pair } = findPair({ ...given, edges: [{ above: [], below: [] }] });
  assert.deepEqual([pair.delayed.name, pair.overtaker.name], [CALL.name, EXIT.name]);
});

test('runs are clear if they show one overtaker', (t) => {
  const isClear = clearness();
  const delay = { name: D[0], phase: 'callback', delay: 5 };
  const below = [runOf(t, [at(D, 1), at(NEAR, 3), at(FAR, 5)])];
  assert.equal(isClear(delay, { below, above: [runOf(t, [at(NEAR, 3), at(FAR, 5), at(D, 20)])] }), false);
  assert.equal(isClear(delay, { below, above: [runOf(t, [at(NEAR, 3), at(D, 4), at(FAR, 5)])] }), true);
  assert.equal(isClear(delay, { below, above: [] }), false);
});

test('one neighbour without a place is not clear: a shorter delay has another one', (t) => {
  const arrival = ['connect#1/ready#9', undefined];
  const limit = ['setTimeout@test/a.js:3:1#1', 'test/a.js:3:1'];
  const below = [runOf(t, [at(D, 1), at(limit, 50), at(arrival, 360)])];
  const above = [runOf(t, [at(limit, 50), at(arrival, 360), at(D, 365)])];
  const delay = { name: D[0], phase: 'callback', delay: 365 };
  assert.equal(clearness()(delay, { below, above }), false);
  const shorter = [runOf(t, [at(limit, 50), at(D, 60), at(arrival, 360)])];
  assert.equal(clearness()(delay, { below, above: shorter }), true);
});

test('each run is read once, however many delays are left', (t) => {
  const failing = [runOf(t, [at(NEAR, 1298), at(D, 1300)])];
  const passing = [runOf(t, [at(D, 90), at(NEAR, 95)])];
  const delay = { name: D[0], phase: 'callback', delay: 5 };
  const stat = t.mock.method(fs, 'statSync'); // each reading of a trace asks for its size
  const readsWith = (delays) => {
    const before = stat.mock.callCount();
    findPair({ delays, failing, passing, edges: delays.map(() => ({ above: [], below: [] })) });
    return stat.mock.callCount() - before;
  };
  const reads = readsWith([delay]);
  assert.ok(reads >= 2);
  assert.equal(readsWith([delay, delay, delay]), reads);
});

test('a tick that an interval does not have in passing runs would have come later', (t) => {
  const tick = (count, time) => [`setInterval@test/a.js:5:1#1/tick#${count}`, time, 'test/a.js:5:1', 'timer'];
  const failing = [runOf(t, [tick(1, 50), tick(2, 100), tick(3, 150), at(D, 151)])];
  const plain = [runOf(t, [at(D, 5), tick(1, 50), tick(2, undefined)])];
  const below = [runOf(t, [tick(1, 50), tick(2, 100), at(D, 149), tick(3, 150), tick(4, undefined)])];
  const { pair } = findPair({
    delays: [{ name: D[0], phase: 'callback', delay: 145 }], failing, passing: plain, edges: [{ above: failing, below }],
  });
  assert.equal(pair.overtaker.name, tick(3)[0]);
});

test('a timer is named, not what follows from it in the same turn', (t) => {
  const limit = ['AbortSignal.timeout@test/a.js:7:1#1', 'test/a.js:7:1'];
  const answer = ['globals.fetch@test/a.js:7:9#1', 'test/a.js:7:9'];
  const when = ([name, site], time, phase) => [name, time, site, phase];
  const failing = [runOf(t, [when(limit, 100, 'timer'), when(answer, 101, 'promise'), at(D, 102)])];
  const passing = [runOf(t, [at(D, 50), when(answer, 60, 'promise'), when(limit, undefined, 'timer')])];
  assert.equal(pairOf(failing, passing).pair.overtaker.name, limit[0]);
});

test('of calls at one place the other one is named, not what comes of it', (t) => {
  const second = ['fs.write@test/a.js:1:1#2', 'test/a.js:1:1'];
  const after = ['fs.stat@test/a.js:9:1#1', 'test/a.js:9:1'];
  const failing = [runOf(t, [at(second, 99), at(after, 100), at(D, 101)])];
  const passing = [runOf(t, [at(D, 50), at(second, 99), at(after, 100)])];
  assert.equal(pairOf(failing, passing).pair.overtaker.name, second[0]);
});

test('runs without delays say nothing about a timer that only a delay that is too short sets', (t) => {
  const second = ['AbortSignal.timeout@test/a.js:7:1#2', 'test/a.js:7:1'];
  const when = ([name, site], time, phase) => [name, time, site, phase];
  const failing = [runOf(t, [when(second, 500, 'timer'), at(D, 501)])];
  const plain = [1, 2, 3].map(() => runOf(t, [at(D, 50)]));
  const below = [499, 450].map((time) => runOf(t, [at(D, time), when(second, 500, 'timer')]));
  const given = { delays: [{ name: D[0], phase: 'callback', delay: 500 }], failing, passing: plain };
  const { pair } = findPair({ ...given, edges: [{ above: failing, below }] });
  assert.equal(pair.overtaker.name, second[0]);
  assert.equal(findPair({ ...given, edges: [{ above: failing, below: [] }] }).pair, undefined, 'it may be an effect');
});

// Adds the trace of another thread to a run.
function withThread(t, folder, happened) {
  const other = path.join(runOf(t, happened), 'trace', 'trace-1-0.ndjson');
  fs.copyFileSync(other, path.join(folder, 'trace', 'trace-1-1.ndjson'));
  return folder;
}

test('the overtaker may be in another thread, where there is none in the same one', (t) => {
  const timer = (time) => ['setTimeout@test/a.js:7:1#1', time, 'test/a.js:7:1', 'timer'];
  const failing = [1, 2].map(() => withThread(t, runOf(t, [at(D, 500)]), [timer(300)]));
  const passing = [1, 2].map(() => withThread(t, runOf(t, [at(D, 50)]), [timer(300)]));
  assert.equal(pairOf(failing, passing).pair.overtaker.name, timer()[0]);
  const alike = [1, 2].map(() => withThread(t, runOf(t, [at(D, 400)]), [timer(300)]));
  assert.equal(pairOf(failing, alike).pair, undefined, 'not where both have the same order');
});
