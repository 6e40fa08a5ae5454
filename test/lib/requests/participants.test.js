'use strict';
// Processes that take part in a proof: consumers of one queue may be programs with different main files.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { isThisProgram, joinPrograms, ownMain } = require('../../../lib/preload/requests/prove/program.js');
const { groupsOf, servicesOf } = require('../../../lib/requests/participants.js');

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

test('a process is held where the recording held another program of its group', () => {
  const own = ownMain();
  assert.equal(isThisProgram({ main: 'a.js' }), false);
  joinPrograms([['a.js', 'b.js'], ['c.js', 'd.js'], ['b.js', own, 'c.js']]);
  for (const main of ['a.js', 'b.js', 'c.js', 'd.js', own, undefined]) assert.equal(isThisProgram({ main }), true, main);
  assert.equal(isThisProgram({ main: 'e.js' }), false);
  joinPrograms([]);
});
