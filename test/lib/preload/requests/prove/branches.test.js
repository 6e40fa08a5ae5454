'use strict';
// The calls of two branches of one request, in whatever order they arrive.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Branches } = require('../../../../../lib/preload/requests/prove/branches.js');

const GET = { main: 'stock.js', shape: 'GET /seats' };
const PUT = { main: 'stock.js', shape: 'PUT /seats' };

function branchesOf(calls) {
  const told = [];
  const branches = new Branches(calls, { done: (who) => told.push(`${who} done`), late: () => told.push('late') });
  const arrive = (place, number) => branches.arrived({
    ...place, call: `caller.${number}`, admit: (who) => told.push(`${number} ${who ?? 'neither'}`),
  });
  return { branches, told, arrive };
}

test('calls to one place are told apart by the order in which they were made', async () => {
  const at = (rank) => ({ ...GET, skip: 1, rank, count: 3 });
  const { branches, told, arrive } = branchesOf({ first: [at(0)], second: [at(1)] });
  for (const number of [4, 7, 9, 8]) arrive(GET, number); // 4 comes before the branches, 9 is a third one's
  await branches.ready;
  branches.run('first');
  branches.start('first');
  branches.answered({ who: 'first', answer: { status: 200 } });
  branches.run('second');
  branches.start('second');
  branches.answered({ who: 'second', answer: { status: 200 } });
  assert.deepEqual(told, ['4 neither', '7 first', 'first done', '8 second', 'second done', '9 neither']);
});

test('a further call is of the branch that runs; one that comes after its end ends the proof', async () => {
  const calls = (rank) => [{ ...GET, skip: 0, rank, count: 2 }, { ...PUT, skip: 0, rank, count: 2 }];
  const { branches, told, arrive } = branchesOf({ first: calls(0), second: calls(1) });
  arrive(GET, 2);
  arrive(GET, 1);
  await branches.ready;
  branches.run('second');
  branches.start('second');
  branches.answered({ who: 'second', answer: { status: 200 } });
  arrive(PUT, 3);
  branches.answered({ who: 'second', answer: { status: 409 } });
  branches.run('first');
  branches.start('first');
  branches.answered({ who: 'first', answer: { status: 404 } });
  branches.rootAnswered();
  arrive(PUT, 4);
  assert.deepEqual(told, ['2 second', '3 second', 'second done', '1 first', 'first done', 'late', '4 first']);
});
