'use strict';
// The director of a proof in a process that the request of the plan may not come to.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Director } = require('../../../../../lib/preload/requests/prove/director.js');

const STORE = 'postgres:1';

function started() {
  const connections = [];
  const open = async () => {
    const own = { isOpen: true, query: async () => [], close: async () => { own.isOpen = false; } };
    connections.push(own);
    return own;
  };
  const api = { stores: () => [{ number: 1, name: STORE, dialect: 'postgres', open }], quietly: (fn) => fn() };
  const plan = { tables: { [STORE]: ['team'] }, stores: [{ name: STORE, dialect: 'postgres' }] };
  return { connections, director: new Director(plan, { now: () => 0 }, api) };
}

test('a process that reads a store before its first operation keeps no connection, which would hold up its end', async () => {
  const { connections, director } = started();
  await director.call({ store: 1 });
  assert.deepEqual(connections.map(({ isOpen }) => isOpen), [false]);
});
