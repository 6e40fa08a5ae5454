'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { graphOfRun } = require('../../../lib/orders/merge.js');
const { gapsOf } = require('../../../lib/orders/gaps.js');
const { timesWith } = require('../../../lib/orders/extension.js');
const { arrival, ran, task, timer, traceOf } = require('./traces.js');

const T = timer('setTimeout@a.js:1:1#1', 300);
const READ = 'fs.readFile(a)@a.js:2:2#1';
const WRITE = 'fs.writeFile(a)@a.js:3:3#1<0a0a0a0a';

const kinds = ({ points }) => points.map(({ kind, name }) => `${kind} ${name}`);
const causes = (list) => list.map((all) => all.map(({ at }) => at));

// A look, and a change that its callback begins; a timer that was set before.
const chain = () => graphOfRun([traceOf([T, ...task(READ, 'fs.read', '/a'), ...task(WRITE, 'fs.write', '/a'), { ...ran(T), t: 301 }])]);

test('a task has two points, its start and its end, and a timer one', () => {
  assert.deepEqual(kinds(chain()), [
    `start ${READ}/fs.read#1`, `end ${READ}/fs.read#1`, `start ${WRITE}/fs.write#1`, `end ${WRITE}/fs.write#1`, `timer ${T.name}`,
  ]);
});

test('a task follows from the turn that began it, and a timer from the one that set it', () => {
  assert.deepEqual(causes(chain().hard), [[-1], [0], [1], [2], [-1]]);
});

test('each of several tasks that one call has at a time follows from its own start', () => {
  const CALL = 'fs.rm(a)@a.js:5:5#1';
  const ends = ['fs.unlink#1', 'fs.unlink#2'].map((api) => ({ name: `${CALL}/${api}`, phase: 'worker', api: 'fs.unlink' }));
  const starts = ends.map((end) => ({ ...end, phase: 'action', file: '/a' }));
  const graph = graphOfRun([traceOf([...task(READ, 'fs.read', '/a'), ...starts, ...ends, ...ends.map(ran)])]);
  assert.deepEqual(kinds(graph).slice(2), [...starts.map(({ name }) => `start ${name}`), ...ends.map(({ name }) => `end ${name}`)]);
  assert.deepEqual(causes(graph.hard).slice(2), [[1], [1], [2], [3]]);
});

test('a gap is an event that could come between a point and its cause', () => {
  const gaps = gapsOf(chain());
  const positions = gaps.map(({ cause, event, point }) => [cause, event, point]);
  assert.deepEqual(positions, [[-1, 4, 0], [0, 4, 1], [1, 4, 2], [2, 4, 3]], 'what follows from a point never comes before it');
  const best = gaps.reduce((one, other) => (other.weight > one.weight ? other : one));
  assert.equal(best.point, 2, 'a change of what was looked at before is first');
});

test('a call of many steps is one step on the way to what comes behind it', () => {
  const CALL = 'zlib.gunzip@a.js:4:4#1';
  const slices = Array.from({ length: 200 }, (_, at) => {
    const end = { name: `${CALL}/work#${at + 1}`, phase: 'worker', api: 'work' };
    return [{ ...end, phase: 'action' }, end, ran(end)];
  }).flat();
  const [read, ...ended] = task(READ, 'fs.read', '/a');
  const [first, ...others] = slices;
  const graph = graphOfRun([traceOf([read, first, ...ended, ...others, ...task(WRITE, 'fs.write', '/a')])]);
  const last = graph.points.length - 1;
  const point = graph.points.findIndex(({ kind, owner }) => kind === 'end' && owner === READ);
  const gaps = gapsOf(graph).filter((gap) => gap.point === point);
  assert.ok(gaps.some(({ event }) => event === last), 'the read may end behind the write');
  assert.ok(gaps.length < 12, `${gaps.length} orders: the slices are few of them`);
});

test('times say what a hold makes of the order', () => {
  const graph = chain();
  const natural = timesWith(graph, new Map());
  assert.ok(natural[3] < natural[4]);
  const held = timesWith(graph, new Map([[2, [4]]]));
  assert.ok(held[1] < held[4] && held[4] < held[2] && held[2] < held[3]);
  assert.equal(timesWith(graph, new Map([[0, [3]]])), undefined, 'a point cannot wait for what follows from it');
});

test('arrivals keep the order of their connection, and follow softly from what sent them', () => {
  const [first, second] = ['connect#1', 'connect#2'];
  const sends = { name: 'net.Socket.write@/1<0b0b0b0b#1', phase: 'action', api: 'net.Socket.write' };
  const graph = graphOfRun([traceOf([
    ...arrival(`${first}/ready#1`), sends, ...arrival(`${second}/ready#1`), ...arrival(`${first}/ready#2`),
  ])]);
  assert.deepEqual(causes(graph.hard), [[], [], [0]]);
  assert.deepEqual(causes(graph.soft), [[-1], [0], [1]]);
});

test('an interval that was cleared has the ticks that it would have had', () => {
  const tick = { ...timer('setInterval@a.js:1:1#1/tick#1', 100), api: 'setInterval' };
  const { points } = graphOfRun([traceOf([tick, ...task(READ, 'fs.read', '/a'), { ...ran(tick), type: 'cancel' }])]);
  const ticks = points.filter(({ isLimit }) => isLimit).map(({ name }) => name.slice(-1));
  assert.deepEqual(ticks, ['1', '2', '3', '4', '5', '6']);
});

test('a child follows from its start in its parent, and what it sends from its last turn', () => {
  const spawn = 'child_process.fork(b.js)@a.js:1:1#1';
  const parent = traceOf([
    { name: `${spawn}/child#1/ready#1`, phase: 'descriptor', api: 'child' },
    ran({ name: `${spawn}/child#1/ready#1`, phase: 'descriptor' }),
    ...arrival(`${spawn}/pipe#1/ready#1`).map((line) => ({ ...line, t: 100 })),
  ], { place: '0', started: '2026-01-01T00:00:00.000Z' });
  const child = traceOf(task(READ, 'fs.read', '/a'), { place: '0.1', started: '2026-01-01T00:00:00.050Z' });
  const graph = graphOfRun([parent, child]);
  assert.deepEqual(graph.points.map(({ place, kind }) => `${place} ${kind}`), ['0 arrival', '0.1 start', '0.1 end', '0 arrival']);
  assert.deepEqual(causes(graph.hard), [[], [0], [1], [0]]);
  assert.deepEqual(causes(graph.soft), [[-1], [], [], [2]]);
});

test('what arrives within the process follows from the turn that has sent it, and from nothing else that was answered', () => {
  const news = (type, name) => ({ type, name, phase: 'descriptor' });
  const OTHER = 'fs.readFile(b)@a.js:9:9#1';
  const graph = graphOfRun([traceOf([
    news('connect', 'connect#1'),
    { type: 'accepted', name: 'connect#1/accepted', server: 'listen#1' },
    ...arrival('listen#1/ready#1'),
    ...arrival('connect#1/ready#1'),
    ...task(READ, 'fs.read', '/a'),
    news('sent', 'connect#1'), // in the turn of the read
    ...arrival('connect#1/accepted/ready#1'),
    ...task(OTHER, 'fs.read', '/b'),
    news('sent', 'connect#1/accepted'), // in the turn of the other one
    news('sent', 'connect#1'),
    ...arrival('connect#1/ready#2'),
    ...arrival('connect#1/accepted/ready#2'),
  ])]);
  const names = graph.points.map(({ kind, name }) => (kind === 'arrival' ? name : `${kind} ${name}`));
  const from = (name) => causes(graph.hard)[names.indexOf(name)].filter((at) => at >= 0).map((at) => names[at]);
  const READ_ENDS = `end ${READ}/fs.read#1`;
  const OTHER_ENDS = `end ${OTHER}/fs.read#1`;
  assert.ok(from('connect#1/accepted/ready#1').includes(READ_ENDS));
  assert.ok(from('connect#1/ready#2').includes(OTHER_ENDS));
  assert.ok(from('connect#1/accepted/ready#2').includes(OTHER_ENDS), 'what was sent later');
  assert.deepEqual(causes(graph.soft).at(-1), [], 'nothing is guessed');
});

test('a child begins after the turn that has started it', () => {
  const CALL = 'child_process.spawn(b)@a.js:8:8#1';
  const OTHER = 'fs.readFile(b)@a.js:9:9#1';
  const lines = [
    ...task(READ, 'fs.read', '/a'),
    { type: 'connect', name: `${CALL}/child#1`, phase: 'descriptor' },
    ...task(OTHER, 'fs.read', '/b'),
    ...arrival(`${CALL}/child#1/ready#1`),
  ];
  const graph = graphOfRun([traceOf(lines)]);
  assert.deepEqual([causes(graph.hard).at(-1), causes(graph.soft).at(-1)], [[1], []]);
  const bare = graphOfRun([traceOf(lines.filter(({ type }) => type !== 'connect'))]);
  assert.deepEqual([causes(bare.hard).at(-1), causes(bare.soft).at(-1)], [[], [3]], 'else the turn before it is likely');
});

test('what was sent before the last arrival is no cause of the next one', () => {
  const news = (name) => ({ type: 'sent', name, phase: 'descriptor' });
  const graph = graphOfRun([traceOf([
    ...arrival('connect#1/accepted/ready#1'), // what has connected is elsewhere
    ...task(READ, 'fs.read', '/a'),
    news('connect#1'), news('connect#1'),
    ...arrival('connect#1/accepted/ready#2'),
    ...arrival('connect#1/accepted/ready#3'),
  ])]);
  assert.deepEqual(causes(graph.hard).at(-2), [0, 2]);
  assert.deepEqual(causes(graph.hard).at(-1), [3]);
});

test('what is sent to another process is a point, and follows from the turn before', () => {
  const graph = graphOfRun([traceOf([...task(READ, 'fs.read', '/a'), ...arrival('connect#1/sent#1')])]);
  assert.deepEqual(kinds(graph).at(-1), 'arrival connect#1/sent#1');
  assert.deepEqual([causes(graph.hard).at(-1), causes(graph.soft).at(-1)], [[], [1]]);
});

test('a stall lets only that come which is under way', () => {
  const stall = { name: 'setImmediate@a.js:7:7#1/before#1', phase: 'stall', api: 'setImmediate' };
  const OTHER = 'fs.readFile(b)@a.js:9:9#1';
  const [start, ...ends] = task(OTHER, 'fs.read', '/b');
  const graph = graphOfRun([traceOf([
    start, { ...stall, name: 'turn#1/before#1', api: 'turn' }, ran({ ...stall, name: 'turn#1/before#1' }),
    ...ends, ...task(WRITE, 'fs.write', '/c'),
  ])]);
  const at = graph.points.findIndex(({ kind }) => kind === 'stall');
  const events = gapsOf(graph).filter(({ point }) => point === at).map(({ event }) => kinds(graph)[event]);
  assert.deepEqual(events, [`end ${OTHER}/fs.read#1`], 'the write is asked for by what comes after the stall');
});
