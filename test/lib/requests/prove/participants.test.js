'use strict';
// Processes that take part in a proof: consumers of one queue may be programs with different main files.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { isThisProgram, joinPrograms, ownMain } = require('../../../../lib/preload/requests/prove/program.js');
const { groupsOf, servicesOf } = require('../../../../lib/requests/prove/participants.js');

const recordingOf = (main, queues, calls = []) => ({
  main, consumes: new Set(queues),
  requests: new Map(calls.map((call, number) => [number, { method: 'MESSAGE', call, operations: [] }])),
});

test('programs that are consumers of one queue are a group, unless a message came to several of them', () => {
  const a = recordingOf('a.js', ['redis jobs'], ['1', '2']);
  assert.deepEqual(groupsOf([a, recordingOf('b.js', ['redis jobs'])]), [['a.js', 'b.js']]);
  assert.deepEqual(groupsOf([a, recordingOf('b.js', ['redis jobs'], ['2'])]), []);
  assert.deepEqual(groupsOf([a, recordingOf('a.js', ['redis jobs'], ['3']), recordingOf('b.js', ['redis mails'])]), []);
});

test('a consumer that had no message in the recording takes part if another one of its queue does', () => {
  const own = recordingOf('shop.js', []);
  const a = recordingOf('a.js', ['redis jobs'], ['1']);
  const all = [own, a, recordingOf('b.js', ['redis jobs']), recordingOf('c.js', ['redis mails'])];
  assert.deepEqual(servicesOf(own, [...a.requests.values()], all), { mains: ['a.js', 'b.js'], groups: [['a.js', 'b.js']] });
  assert.equal(servicesOf(own, [], all), undefined);
});

test('several processes, or threads, with one main file are counted: those that were there, or took part', () => {
  const ofWorker = (started, calls = [], thread = 0) => (
    { ...recordingOf('worker.js', ['redis jobs'], calls), header: { started: `2026-01-01T00:00:0${started}Z`, thread } });
  const own = recordingOf('shop.js', []);
  own.header = { started: '2026-01-01T00:00:02Z' };
  own.requests.set(1, { method: 'POST', t: 1500, operations: [] });
  const [taker, idle, thread] = [ofWorker(1, ['1']), ofWorker(3), ofWorker(1, [], 2)];
  const flow = [...own.requests.values(), ...taker.requests.values()];
  const countsIn = (...all) => servicesOf(own, flow, [own, ...all]).counts;
  assert.deepEqual(countsIn(taker, idle, thread), { 'worker.js': 3 });
  assert.equal(countsIn(taker, ofWorker(4)), undefined); // started later
  assert.equal(countsIn(taker), undefined);
});

test('a process is held where the recording held another program of its group', () => {
  const own = ownMain();
  assert.equal(isThisProgram({ main: 'a.js' }), false);
  joinPrograms([['a.js', 'b.js'], ['c.js', 'd.js'], ['b.js', own, 'c.js']]);
  for (const main of ['a.js', 'b.js', 'c.js', 'd.js', own, undefined]) assert.equal(isThisProgram({ main }), true, main);
  assert.equal(isThisProgram({ main: 'e.js' }), false);
  joinPrograms([]);
});
