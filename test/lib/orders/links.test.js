'use strict';
// When one process sends to another, the arrival there follows from exactly the turn that sent.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { gapsOf } = require('../../../lib/orders/gaps.js');
const { graphOfRun } = require('../../../lib/orders/merge.js');
const { arrival, task, traceOf } = require('./traces.js');

const READ = 'fs.readFile(a)@a.js:2:2#1';
const WORK = 'fs.readFile(b)@b.js:3:3#1';
const WRITE = 'fs.writeFile(a)@b.js:5:5#1';
const CALL = 'child_process.fork(b.js)@a.js:1:1#1';
const news = (type, name, t, about) => ({ type, name, phase: 'descriptor', t, ...about });
const at = (t, lines) => lines.map((line) => ({ ...line, t }));
const isOf = (place, name) => (point) => point.place === place && point.name === name;

// Returns the names of the exact and of the likely causes of an arrival.
function causesOf(traces, place, name) {
  const { points, hard, soft } = graphOfRun(traces);
  const own = points.findIndex(isOf(place, name));
  assert.ok(own >= 0, `${name} is a point`);
  const named = (causes) => causes.filter((one) => one.at >= 0 && points[one.at].place !== place)
    .map((one) => `${points[one.at].kind} ${points[one.at].name}`);
  return { hard: named(hard[own]), soft: named(soft[own]) };
}

const LINK = '4:40112>8080';
// A server reads a file and answers; its child connects, asks, and reads a file.
const server = (link = LINK) => traceOf([
  ...at(10, arrival(`${CALL}/child#1/ready#1`)),
  ...at(111, arrival('listen#1/ready#1')),
  { type: 'accepted', name: 'listen#1/accepted#1', server: 'listen#1', t: 111.5, link },
  ...at(121, arrival('listen#1/accepted#1/ready#1')),
  ...at(130, task(READ, 'fs.read', '/a')),
  news('sent', 'listen#1/accepted#1', 131),
], { place: '0', clock: 1000 });
const client = (link = LINK) => traceOf([
  ...at(8, task(WORK, 'fs.read', '/b')),
  news('connect', 'connect#1', 9, { link }),
  ...at(12, arrival('connect#1/ready#1')),
  news('sent', 'connect#1', 13),
  ...at(20, task('fs.readFile(c)@b.js:4:4#1', 'fs.read', '/c')), // its last turn before the answer
  ...at(32, arrival('connect#1/ready#2')),
], { place: '0.1', clock: 1100 });

test('a connection is accepted after the turn that has made it, and brings what a turn of the other process has sent', () => {
  const causes = (place, name) => causesOf([server(), client()], place, name);
  assert.deepEqual(causes('0', 'listen#1/ready#1'), { hard: [`end ${WORK}/fs.read#1`], soft: [] });
  assert.deepEqual(causes('0', 'listen#1/accepted#1/ready#1'), { hard: ['arrival connect#1/ready#1'], soft: [] });
  assert.deepEqual(causes('0.1', 'connect#1/ready#1'), { hard: [], soft: [] }, 'nobody sends that it is there');
  assert.deepEqual(causes('0.1', 'connect#1/ready#2').hard, [`end ${READ}/fs.read#1`]);
  const others = [server('4:1>2'), client()];
  assert.deepEqual(causesOf(others, '0.1', 'connect#1/ready#2').hard, [], 'another connection has another link');
});

test('what comes through a pair follows from the turn that has written it, also before the child listens', () => {
  const link = 'unix:77';
  const parent = traceOf([
    news('connect', `${CALL}/pipe#1`, 9, { link }),
    ...at(10, arrival(`${CALL}/child#1/ready#1`)),
    ...at(115, arrival(`${CALL}/pipe#1/ready#1`)),
    ...at(117, task(READ, 'fs.read', '/a')),
    news('sent', `${CALL}/pipe#1`, 118),
    ...at(136, arrival(`${CALL}/pipe#1/ready#2`)),
  ], { place: '0', clock: 1000 });
  const child = traceOf([
    news('sent', link, 14),
    ...at(16, task(WORK, 'fs.read', '/b')),
    news('connect', 'pipe#1', 17, { link }),
    ...at(19, arrival('pipe#1/ready#1')),
    news('sent', 'pipe#1', 20),
    ...at(30, task('fs.readFile(c)@b.js:4:4#1', 'fs.read', '/c')), // its last turn before
  ], { place: '0.1', clock: 1100 });
  const hard = (place, name) => causesOf([parent, child], place, name).hard;
  assert.deepEqual(hard('0.1', 'pipe#1/ready#1').filter((name) => !name.includes('child#1')), [`end ${READ}/fs.read#1`]);
  assert.deepEqual(hard('0', `${CALL}/pipe#1/ready#1`), [], 'it was sent by the first turn of the child');
  assert.deepEqual(hard('0', `${CALL}/pipe#1/ready#2`), ['arrival pipe#1/ready#1']);
});

test('a turn that the trace has noted behind what it sent is no cause', () => {
  const late = traceOf([
    ...at(8, task(WORK, 'fs.read', '/b')),
    news('connect', 'connect#1', 9, { link: LINK }),
    ...at(25, task('fs.readFile(c)@b.js:4:4#1', 'fs.read', '/c')),
    news('sent', 'connect#1', 26),
  ], { place: '0.1', clock: 1100 });
  const { points, hard } = graphOfRun([server(), late]);
  assert.ok(hard.every((causes, own) => causes.every((cause) => cause.at < own)), 'each cause comes before');
  assert.ok(points.some(isOf('0', 'listen#1/accepted#1/ready#1')));
});

// Two children: the first one writes a file, the second one does nothing that a trace has.
const OTHER = 'child_process.fork(c.js)@a.js:2:2#1';
const exit = (line, t) => {
  const event = { name: `child_process.ChildProcess.exit@a.js:${line}/1<0a0a0a0a#1`, phase: 'event', api: 'child_process.ChildProcess.exit', t };
  return [event, { ...event, type: 'run' }];
};
const children = () => [
  traceOf([
    ...at(10, arrival(`${CALL}/child#1/ready#1`)),
    ...at(12, arrival(`${OTHER}/child#1/ready#1`)),
    ...exit('2:2', 150), ...exit('1:1', 160),
  ], { place: '0', clock: 1000 }),
  traceOf(at(20, task(WRITE, 'fs.write', '/a')), { place: '0.1', clock: 1100 }),
  traceOf([], { place: '0.2', clock: 1100 }),
];

test('the end of a child follows from what that child did, and from no other one', () => {
  const [[first], [second]] = [exit('1:1'), exit('2:2')];
  assert.deepEqual(causesOf(children(), '0', second.name).soft, []);
  assert.deepEqual(causesOf(children(), '0', first.name).soft, [`end ${WRITE}/fs.write#1`]);
});

test('a change of a file may come after another child has ended, which may have looked at it without an event', () => {
  const graph = graphOfRun(children());
  const [point, event] = [graph.points.findIndex(({ kind }) => kind === 'start'), graph.points.findIndex(({ name }) => name.includes('exit@a.js:2:2'))];
  const pairs = gapsOf(graph).map((gap) => `${gap.point} ${gap.event}`);
  assert.ok(pairs.includes(`${point} ${event}`));
  const look = children();
  look[1] = traceOf(at(20, task(READ, 'fs.read', '/a')), { place: '0.1', clock: 1100 });
  assert.ok(!gapsOf(graphOfRun(look)).some((gap) => gap.point === point && gap.event === event), 'a look changes nothing for others');
});
