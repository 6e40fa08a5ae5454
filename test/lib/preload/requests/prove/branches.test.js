'use strict';
// The calls of two branches of one request, in whatever order they arrive.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { Branches } = require('../../../../../lib/preload/requests/prove/branches.js');

const GET = { main: 'stock.js', shape: 'GET /seats' };
const PUT = { main: 'stock.js', shape: 'PUT /seats' };

function branchesOf(calls) {
  const told = [];
  const branches = new Branches({ quiet: { first: 400, second: 400 }, ...calls }, { done: (who) => told.push(`${who} done`), late: () => told.push('late') });
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

const SELECT = { main: 'stock.js', shape: 'query SELECT' };
const UPDATE = { main: 'stock.js', shape: 'query UPDATE' };

// Two chains that read and write, and a third one.
function chainsOf(more = []) {
  const expected = (rank, values) => [
    { ...SELECT, skip: 0, rank, count: 3, values, equalRank: 0 }, { ...UPDATE, skip: 0, rank, count: 3, equalRank: 0 },
  ];
  const first = [...expected(0, 'a'), ...more];
  const { branches, told, arrive } = branchesOf({
    ofStatements: true, strangers: ['query UPDATE c'], first, second: expected(1, 'b'),
  });
  const make = (place, values, number) => arrive({ ...place, values }, number);
  make(SELECT, 'c', 1);
  make(SELECT, 'b', 2);
  make(SELECT, 'a', 3);
  const run = (who) => {
    branches.run(who);
    branches.start(who);
    branches.answered({ who, answer: { status: 200 } });
  };
  return { told, make, run, answered: (who) => branches.answered({ who, answer: { status: 200 } }) };
}

test('statements are known by their values, whichever connection is free first; those of a third chain wait', () => {
  const { told, make, run, answered } = chainsOf();
  run('second');
  make(UPDATE, 'c', 4);
  make(UPDATE, 'x', 5);
  answered('second');
  run('first');
  make(UPDATE, 'y', 6);
  answered('first');
  assert.deepEqual(told, [
    '2 second', '5 second', 'second done', '3 first', '6 first', 'first done', '1 neither', '4 neither',
  ]);
});

test('a statement that comes when both chains are over is none of a chain, if it came so in the recording', async () => {
  for (const [mayJoin, expected] of [[true, '7 neither'], [false, 'late']]) {
    const { told, make, run, answered } = chainsOf([{ ...SELECT, skip: 0, rank: 3, count: 4, mayJoin }]);
    run('first');
    make(UPDATE, 'x', 5);
    answered('first');
    while (!told.includes('first done')) await sleep(20); // it may go on for a while
    run('second');
    make(UPDATE, 'y', 6);
    answered('second');
    told.length = 0;
    make(SELECT, 'join', 7);
    assert.equal(told[0], expected);
  }
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
