'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { repeatable } = require('../../../lib/analysis/repeatable.js');

const delayed = (name, phase = 'callback') => ({ name, phase, delay: 5 });
const run = (name, phase = 'callback') => ({ name, phase });
const delaysOf = (...names) => names.map((name) => delayed(name));
const ranksOf = (delays, traces) => repeatable(delays, traces, []).map(({ rank }) => rank);

test('ranks say in which order delayed operations were carried out, and those that still waited come last', () => {
  const trace = {
    operations: [
      ...delaysOf('a', 'late', 'b'), { name: 'plain', phase: 'callback' }, delayed('s', 'stall'), delayed('t', 'timer'),
    ],
    runs: [run('b'), run('plain'), run('s', 'stall'), run('t', 'timer'), run('a')],
  };
  const delays = trace.operations.filter(({ delay }) => delay);
  assert.deepEqual(ranksOf(delays, [trace]), [2, 3, 1, undefined, undefined]);
});

test('an operation of the loop that went right behind that of the rank before does so again', () => {
  const held = (name) => ({ name, phase: 'worker', delay: 5 });
  const ran = (t, name, phase = 'worker') => ({ name, phase, t });
  const trace = {
    operations: [...['a', 'b', 'c', 'd', 'e'].map(held), delayed('answer')],
    runs: [
      ran(1, 'a'), ran(1, 'promise of a', 'promise'), ran(2, 'b'), ran(2, 'plain'), ran(2, 'c'), ran(2, 'timer', 'timer'),
      ran(2, 'd'), ran(20, 'e'), ran(21, 'answer', 'callback'),
    ],
  };
  const delays = repeatable(trace.operations, [trace], []);
  assert.deepEqual(delays.map(({ rank, atOnce }) => [rank, atOnce]), [
    [1, undefined], [2, true], [3, undefined], [4, undefined], [5, undefined], [6, undefined],
  ]);
});

test('each process has ranks of its own, and an operation of two has none', () => {
  const one = { operations: delaysOf('a', 'both'), runs: [run('both'), run('a')] };
  const two = { operations: delaysOf('both', 'b'), runs: [run('both'), run('b')] };
  const delays = delaysOf('a', 'both', 'b');
  assert.deepEqual(ranksOf(delays, [one, two]), [2, undefined, 2]);
  assert.deepEqual(repeatable(delays, [one, two], []).map(({ loop }) => loop), [1, undefined, 2]);
  assert.deepEqual(repeatable(delaysOf('a'), [one], []).map(({ loop }) => loop), [undefined]);
});

const at = (line, entry) => ({ ...entry, line });

test('a stall has what came during it: timers, and what one poll brought before them', () => {
  const trace = {
    operations: [at(1, delayed('early', 'stall')), at(4, delayed('s', 'stall')), at(6, delayed('b', 'timer'))],
    runs: [
      at(2, run('before', 'descriptor')), at(3, run('early', 'stall')), at(5, run('d', 'descriptor')), at(7, run('a', 'timer')),
      at(8, run('next turn', 'descriptor')), at(9, run('b', 'timer')), at(10, run('s', 'stall')), at(11, run('later', 'timer')),
    ],
  };
  const until = repeatable([delayed('s', 'stall'), delayed('early', 'stall'), delayed('b', 'timer')], [trace], []).map((one) => one.until);
  assert.deepEqual(until, [['descriptor d', 'timer a', 'timer b'], ['descriptor before'], undefined]);
  assert.equal(repeatable([delayed('s', 'stall')], [trace, trace], [])[0].until, undefined); // of two threads
  const died = { ...trace, runs: trace.runs.filter(({ line }) => line < 10) };
  assert.deepEqual(repeatable([delayed('s', 'stall')], [died], [])[0].until, ['descriptor d', 'timer a', 'timer b']);
});

test('a worker begins as late as it did by the program\'s clock, or at once if nothing came before it', () => {
  const worker = (thread, operations = [{ name: 'w', phase: 'timer', t: 7 }]) =>
    ({ header: { pid: 1, thread }, start: { t: 2, real: 40, late: 300.5 }, operations, runs: [] });
  const main = (runs) => ({ header: { pid: 1, thread: 0 }, made: [{ thread: 3, t: 10 }], operations: [], runs });
  const late = (delays, ...traces) =>
    repeatable(delays, traces, []).map(({ name, phase, delay }) => [name, phase, delay]);
  const at54 = (name, phase) => [{ name, phase, t: 54 }];
  const start = 'thread#3/before#1';
  assert.deepEqual(late([], main(at54('t', 'timer')), worker(3)), [[start, 'stall', 301]]);
  assert.deepEqual(late([delayed(start, 'stall')], main(at54('t', 'timer')), worker(3)), [[start, 'stall', 306]]);
  for (const runs of [at54('message#1/ready#1', 'descriptor'), [{ name: 't', phase: 'timer', t: 56 }]]) {
    assert.deepEqual(late([], main(runs), worker(3)), [[start, 'stall', 1]]);
  }
  assert.deepEqual(late([], main([]), worker(4)), []); // nobody has made it
  assert.deepEqual(late([], main([]), worker(3, [])), []);
  const other = { ...worker(3), header: { pid: 2, thread: 3 } };
  assert.deepEqual(late([], main([]), worker(3), other), []); // of two processes
});

test('an operation that the loop held has the last timer that fired meanwhile', () => {
  const held = (line, name, phase = 'worker') => at(line, delayed(name, phase));
  const trace = {
    operations: [held(2, 'a'), held(3, 'never came', 'descriptor'), held(4, 'hook', 'callback'), held(8, 'last', 'action')],
    runs: [
      at(1, run('before', 'timer')), at(5, run('first', 'timer')), at(6, run('second', 'timer')), at(7, run('a', 'worker')),
      at(9, run('hook')), at(10, run('last', 'action')), at(11, run('third', 'timer')),
    ],
  };
  const until = repeatable(trace.operations, [trace], []).map((one) => one.until);
  assert.deepEqual(until, [['timer second'], ['timer third'], undefined, undefined]);
});

test('a delay is for the kind of thread that had it', () => {
  const main = { header: { thread: 0 }, operations: delaysOf('a', 'both'), runs: [] };
  const worker = { header: { thread: 3 }, operations: delaysOf('both', 'b'), runs: [] };
  const threads = (traces) => repeatable(delaysOf('a', 'both', 'b'), traces, []).map(({ thread }) => thread);
  assert.deepEqual(threads([main, worker]), ['main', undefined, 'worker']);
  assert.deepEqual(threads([main]), [undefined, undefined, undefined]);
});

test('a child\'s output that came before its end does so again', () => {
  const pipe = (name) => ({ ...delayed(name, 'descriptor'), api: 'pipe' });
  const ended = (name) => ({ name, phase: 'event', api: 'child_process.ChildProcess.exit' });
  const [first, second, alone] = ['spawn(x)@a.js:1:1#1/pipe#1/ready#1', 'spawn(x)@a.js:1:1#2/pipe#1/ready#1', 'spawn(x)@a.js:2:1#1/pipe#1/ready#1'];
  const exit = 'child_process.ChildProcess.exit@a.js:1:1';
  const trace = {
    operations: [pipe(first), pipe(second), pipe(alone), at(3, ended(`${exit}/1<1234abcd#1`)), at(5, ended(`${exit}/2<1234abcd#1`))],
    runs: [at(2, run(second, 'descriptor')), at(4, run(first, 'descriptor')), at(6, run(alone, 'descriptor'))],
  };
  const delays = [first, second, alone].map((name) => delayed(name, 'descriptor'));
  assert.deepEqual(repeatable(delays, [trace], []).map(({ beforeEnd }) => beforeEnd), [undefined, true, undefined]);
});

test('an operation that only one of several processes held keeps its place, unless the others do not have it', () => {
  const trace = (place, operations) => ({ header: { place }, operations, runs: [] });
  const free = (name) => ({ name, phase: 'callback' });
  const traces = [trace('0.1', [free('both'), free('all')]), trace('0.2', [delayed('both'), delayed('own'), delayed('all')]),
    trace('0.3', [delayed('all')])];
  const delays = repeatable(delaysOf('both', 'own', 'all'), traces, []);
  assert.deepEqual(delays.map(({ name, place }) => [name, place]), [['both', '0.2'], ['own', undefined], ['all', undefined]]);
});

test('a constraint has no rank and waits for no timer: it says itself what comes before', () => {
  const held = { ...delayed('a', 'worker'), after: ['timer t'] };
  const trace = {
    operations: [held, delayed('b', 'worker')].map((operation, line) => ({ ...operation, line })),
    runs: [{ ...run('t', 'timer'), line: 3 }, { ...run('b', 'worker'), line: 4 }, { ...run('a', 'worker'), line: 5 }],
  };
  const [constraint, other] = repeatable([held, delayed('b', 'worker')], [trace], []);
  assert.deepEqual([constraint.rank, constraint.until], [undefined, undefined]);
  assert.deepEqual([other.rank, other.until], [1, ['timer t']], 'control');
});
