'use strict';
// A store of keys: what is new in each run under one key hides nothing under others.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { judge, serialProblem } = require('../../../../lib/requests/judge/judge.js');
const { patternOf } = require('../../../../lib/analysis/name-patterns.js');
const { unrepeatableLine } = require('../../../support/requests.js');

const NOW = Date.parse('2026-01-02T03:04:05Z');
const PRIMARY = { keys: ['key'], folder: ['name'] };

function outcome(table, ...states) {
  const [before, middle, after] = states.map((values) => {
    const rows = Object.entries(values).map(([name, value]) => (
      table === 'keys' ? { key: name, value } : { name, content: value }));
    return { store: { [table]: { rows, primary: PRIMARY[table] } } };
  });
  const answers = { first: { status: 200 }, second: { status: 200 } };
  return {
    at: NOW, responses: answers, states: { before, middle, after }, operations: [], sent: ['7'], deletes: [],
    methods: { first: 'POST', second: 'POST' },
  };
}

let runs = 0;

// Each run writes another value to "job:last": the process that ran it.
const run = (table, ...counts) => {
  runs++;
  return outcome(table, ...counts.map((count) => ({ 'job:last': `worker ${runs}`, 'views:7': String(count) })));
};

for (const table of ['keys', 'folder']) {
  test(`a lost counter is seen beside a value that is new in each run (${table})`, () => {
    const once = () => run(table, 0, 1, 2);
    const serial = { AB: [once(), once()], BA: [once(), once()] };
    assert.equal(serialProblem(serial, {}, 'AB'), undefined);
    const { verdict, kind, row } = judge(run(table, 0, 0, 1), serial);
    assert.deepEqual([verdict, kind], ['race', 'lost update']);
    assert.deepEqual(Object.values(JSON.parse(row)).sort(), ['1', 'views:7'].sort());
    assert.equal(judge(run(table, 0, 1, 2), serial).verdict, 'fine');
  });
}

test('sessions with generated keys have one pattern, and their tokens are noise', () => {
  const of = (...pages) => {
    const id = `sess:${(++runs * 7919).toString(36)}x${runs}`;
    const [before, middle, after] = pages.map((page) => ({ [id]: { page, token: `t${runs}` }, 'hits:a': String(page) }));
    return outcome('keys', before, middle, after);
  };
  const serial = { AB: [of(1, 2, 3), of(1, 2, 3)], BA: [of(1, 2, 3), of(1, 2, 3)] };
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(of(1, 2, 3), serial).verdict, 'fine');
  assert.equal(judge(of(1, 1, 2), serial).kind, 'lost update');
});

test('names that are other words in each run are compared as one table', () => {
  const words = ['anna', 'bert', 'carl', 'dora', 'emil', 'fred'];
  const of = (count) => outcome('keys', {}, {}, { [`cart:${words[runs++ % words.length]}`]: { count } });
  const serial = { AB: [of(2), of(2)], BA: [of(2), of(2)] };
  assert.equal(serialProblem(serial, {}, 'AB'), undefined);
  assert.equal(judge(of(2), serial).verdict, 'fine');
  assert.equal(judge(of(1), serial).verdict, 'race');
});

test('patterns', () => {
  assert.equal(patternOf('session:8XkTz0:cart'), 'session:#:cart');
  assert.equal(patternOf('limit:abcdefghijklmnopq'), 'limit:#');
  assert.equal(patternOf('user:ann@x.org'), 'user:ann_x_org');
});

test('equal runs that differ are told with the key, the values, and what leaves it out', () => {
  const of = (count) => outcome('keys', {}, {}, { 'limit:7': { count }, 'cart:1': 'a' });
  const other = outcome('keys', {}, {}, { 'cart:1': 'a', 'limit:7': { count: 1, more: 'b' } });
  const problem = serialProblem({ AB: [of(1), other], BA: [] }, {}, 'AB');
  const told = /two equal runs differ in key limit:\*\.more: nothing and 'b'; .* --ignore 'limit:\*' \(A, B\)/;
  assert.match(unrepeatableLine(problem), told);
  const none = outcome('keys', {}, {}, { 'cart:1': 'a' });
  const missing = serialProblem({ AB: [of(1), none], BA: [] }, {}, 'AB');
  assert.match(unrepeatableLine(missing), /differ in limit:\*, which only one of them has; .* --ignore 'limit:\*'/);
});
