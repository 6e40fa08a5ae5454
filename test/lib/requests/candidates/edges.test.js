'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { keysOf } = require('../../../../lib/requests/candidates/examples.js');
const { atEdges } = require('../../../../lib/requests/candidates/edges.js');

// Three requests to a team of two seats: the third is refused, and does not insert.
function recordingOf(bodies, headers = []) {
  const requests = new Map();
  const operations = new Map();
  bodies.forEach((body, i) => {
    const number = i + 1;
    const isLast = number === bodies.length;
    const own = ['SELECT', ...(isLast ? [] : ['INSERT'])].map((statement, k) => (
      { operation: 10 * number + k, request: number, site: `a.js:${k}:1`, api: 'q', statement }));
    for (const one of own) operations.set(one.operation, one);
    requests.set(number, {
      number, handler: 'POST /members', method: 'POST', target: '/members', headers: headers[i] ?? [], body, status: isLast ? 403 : 201,
      operations: own,
    });
  });
  return { requests, operations };
}

const side = { trace: 0, request: 1, handler: 'POST /members', window: [10, 11] };
const candidate = {
  id: 'abcdef', rank: 0.9, same: true, first: { ...side, hold: 11 }, second: side,
  order: [['first', 10], ['second', 10], ['second', 11], ['first', 11]],
};

test('a copy is one of the last request before the limit, and the refused request may take its place', () => {
  const [copy, refused, ...others] = atEdges([candidate], [recordingOf(['ann', 'bob', 'eve'])]);
  assert.deepEqual([copy.id, copy.same, copy.first.request, copy.second.request], ['abcdef', true, 2, 2]);
  assert.equal(copy.first.hold, 21);
  assert.deepEqual(copy.order.map(([, number]) => number), [20, 20, 21, 21]);
  const { same, first, second, needs } = refused;
  assert.deepEqual([same, first.request, second.request, needs.second], [false, 2, 3, []]);
  assert.match(refused.id, /^(?!abcdef)[0-9a-f]{6}$/);
  assert.deepEqual(others, []);
});

test('a refused request that sends the same is no other one, and two different requests stay', () => {
  assert.equal(atEdges([candidate], [recordingOf(['ann', 'ann', 'ann'])]).length, 1);
  const other = { ...candidate, same: false };
  assert.deepEqual(atEdges([other], [recordingOf(['ann', 'bob', 'eve'])]), [other]);
});

test('requests of two users are two different ones, though they send the same; what a client sets by itself tells nothing', () => {
  const idsOf = (name, values) => {
    const headers = values.map((value) => ['Host', `127.0.0.1:${value.length}`, name, value]);
    return atEdges([candidate], [recordingOf(['x', 'x', 'x'], headers)]).map(({ second }) => second.request);
  };
  const users = ['one', 'second', 'the third'];
  for (const name of ['Authorization', 'cookie', 'X-User']) assert.deepEqual(idsOf(name, users), [2, 3], name);
  assert.deepEqual(idsOf('User-Agent', users), [2]);
});

// Requests to a gateway (0), each with a statement on a row in a service (1).
function servicesOf(rows, bodies = []) {
  const gateway = { requests: new Map(), operations: new Map() };
  const service = { requests: new Map(), operations: new Map() };
  rows.forEach((row, i) => {
    const number = i + 1;
    const flow = `f-${number}`;
    gateway.requests.set(number, { number, flow, handler: 'POST /buy', target: '/buy', headers: [], body: bodies[i], status: 201, operations: [] });
    const operations = ['SELECT', 'UPDATE'].map((statement, k) => ({
      operation: 10 * number + k, request: number, site: `stock.js:${k}:1`, api: 'q', statement,
      effects: [{ class: k === 0 ? 'R' : 'W', table: 'train', keys: { id: [row] } }],
    }));
    for (const one of operations) service.operations.set(one.operation, one);
    service.requests.set(number, { number, flow, operations });
  });
  return [gateway, service];
}

const buy = (request) => ({ trace: 0, request, handler: 'POST /buy' });
const none = { first: [], second: [] };
const overServices = {
  id: 'abcdef', rank: 0.9, same: true, keys: { id: ['G1'] },
  first: { ...buy(1), within: { trace: 1, request: 1 }, traces: [1, 1], window: [10, 11], hold: 11 },
  second: { ...buy(1), traces: [1, 1], window: [10, 11] },
  order: [['first', 10], ['second', 10], ['second', 11], ['first', 11]],
};

test('a pair on another row is a candidate of its own, in services, too', () => {
  const more = [2, 3].map((number) => ({ first: buy(number), second: buy(number), needs: none }));
  const [own, other, ...rest] = atEdges([{ ...overServices, more }], servicesOf(['G1', 'G1', 'G7']));
  assert.deepEqual([own.id, own.first.request], ['abcdef', 1]);
  assert.deepEqual([other.first.request, other.second.request, other.same, other.keys], [3, 3, true, { id: ['G7'] }]);
  assert.deepEqual([other.first.window, other.first.hold, other.first.within.request], [[30, 31], 31, 3]);
  assert.deepEqual(other.order, [['first', 30], ['second', 30], ['second', 31], ['first', 31]]);
  assert.ok(other.rank < own.rank);
  assert.match(other.id, /^(?!abcdef)[0-9a-f]{6}$/);
  assert.deepEqual(rest, []);
});

test('operations of two processes that have the same number are told apart', () => {
  const recordings = servicesOf(['G1', 'G7']);
  for (const [request, operation] of [[1, 10], [2, 25]]) {
    const one = { operation, request, site: 'gateway.js:1:1', api: 'q', statement: 'SELECT' };
    recordings[0].operations.set(operation, one);
    recordings[0].requests.get(request).operations.push(one);
  }
  const side = { ...buy(1), traces: [0, 1], window: [10, 10] };
  const more = [{ first: buy(2), second: buy(2), needs: none }];
  const [, other] = atEdges([{ ...overServices, first: { ...side, hold: 10 }, second: side, more }], recordings);
  assert.deepEqual([other.first.window, other.first.hold], [[25, 20], 20]);
});

test('two requests that send something else are a candidate beside a copy, since that may be refused', () => {
  const more = [{ first: buy(1), second: buy(2), needs: none }, { first: buy(2), second: buy(2), needs: none }];
  const [, other, ...rest] = atEdges([{ ...overServices, more }], servicesOf(['G1', 'G1'], ['ann', 'bob']));
  assert.deepEqual([other.first.request, other.second.request, other.same], [1, 2, false]);
  assert.deepEqual(rest, []);
});

test('of two requests that send something else the nearest are taken: others may be of two tests', () => {
  const pairs = [[1, 2], [1, 4], [2, 4], [3, 4], [1, 3]];
  const more = pairs.map(([first, second]) => ({ first: buy(first), second: buy(second), needs: none }));
  const [, other] = atEdges([{ ...overServices, more }], servicesOf(['G1', 'G1', 'G1', 'G1'], ['ann', 'bob', 'cid', 'ann']));
  assert.deepEqual([other.first.request, other.second.request], [3, 4]);
});

test('pairs on the same row are one candidate', () => {
  const more = [2, 3].map((number) => ({ first: buy(number), second: buy(number), needs: none }));
  assert.equal(atEdges([{ ...overServices, more }], servicesOf(['G1', 'G1', 'G1'])).length, 1);
});

// Votes of several users, all counted in one row; each user also has a row of their own.
function votes(tables) {
  const recording = recordingOf(['ann', 'bob', 'eve']);
  for (const one of recording.operations.values()) {
    const effect = (kind) => ({ class: kind, table: 'poll', keys: { id: [tables[one.request - 1]] }, columns: ['tally'] });
    Object.assign(one, { store: 'pg', effects: [effect(one.statement === 'INSERT' ? 'W' : 'R')] });
  }
  return recording;
}

test('another request that changes the same row takes the place of the copy as well', () => {
  const found = atEdges([candidate], [votes([1, 1, 1])]);
  assert.deepEqual(found.map(({ first, second }) => [first.request, second.request]), [[2, 2], [2, 3], [2, 1]]);
  const [, , { same, order, second, needs }] = found;
  assert.deepEqual([same, second.window, needs], [false, [10, 11], { first: [], second: [] }]);
  assert.deepEqual(order, [['first', 20], ['second', 10], ['second', 11], ['first', 21]]);
});

test('another request that changes another row does not', () => {
  assert.equal(atEdges([candidate], [votes([7, 1, 1])]).length, 2);
});

// All four requests insert; the answer says which of them are on the waiting list.
function enrolments(answers) {
  const recording = recordingOf([...answers.map((_, i) => JSON.stringify({ student: `s${i}` })), 'refused']);
  recording.requests.delete(answers.length + 1);
  answers.forEach((answer, i) => { recording.requests.get(i + 1).response = { body: JSON.stringify(answer) }; });
  return recording;
}

const pairsOf = (candidates) => candidates.map(({ first, second }) => [first.request, second.request]);

test('where the answers turn, the last request of the one kind meets the first of the other', () => {
  const kept = (state, i) => ({ id: 7 + i, state, student: `s${i}` });
  const [copy, turn, ...others] = atEdges([candidate], [enrolments(['in', 'in', 'waiting', 'waiting'].map(kept))]);
  assert.deepEqual(pairsOf([copy, turn]), [[2, 2], [2, 3]]);
  assert.deepEqual([turn.same, copy.same, turn.needs, others], [false, true, { first: [], second: [] }, []]);
});

test('answers that differ in numbers, ids and what was sent are of one kind', () => {
  const answers = ['ann', 'bob', 'eve'].map((_, i) => ({ id: `a${i}f`, rest: 5 - i, student: `s${i}` }));
  assert.deepEqual(pairsOf(atEdges([candidate], [enrolments(answers)])), [[1, 1]]);
});

test('a request that changes what most others do not is tried as well', () => {
  const signUps = (rewarded) => {
    const all = recordingOf(['ann', 'bob', 'cid', 'dan', 'eve']);
    const { operations } = all.requests.get(rewarded);
    const reward = { operation: 99, request: rewarded, site: 'b.js:1:1', api: 'q', statement: 'INSERT INTO reward' };
    operations.push({ ...reward, effects: [{ class: 'A', table: 'reward', rows: 1 }] });
    all.requests.delete(5); // the one that is refused
    return all;
  };
  const [own, rare, ...others] = atEdges([candidate], [signUps(3)]);
  assert.equal(own, candidate);
  assert.deepEqual([rare.same, rare.first.request, rare.second.request, rare.first.hold], [true, 3, 3, 31]);
  assert.ok(rare.rank < candidate.rank);
  assert.notEqual(rare.id, candidate.id);
  assert.deepEqual(others.filter(({ same }) => same), []);
  assert.equal(atEdges([candidate], [signUps(1)]).filter(({ same }) => same).length, 1);
});

test('the rows of a candidate are those of its table, also if a statement sets off a trigger', () => {
  const effects = [
    { class: 'A', table: 'enrolment', keys: { student: ['ann'] } }, { class: 'W', table: 'course', keys: { id: ['5'] } },
  ];
  const recordings = [{ operations: new Map([[7, { effects }]]) }];
  const keys = (table) => keysOf({ trace: 0, window: [7] }, { table }, recordings);
  assert.deepEqual(['course', 'enrolment', 'other'].map(keys), [{ id: ['5'] }, { student: ['ann'] }, undefined]);
});
