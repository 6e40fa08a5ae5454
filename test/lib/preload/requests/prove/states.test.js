'use strict';
// Stores of a run and those of the recording.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { States, standIn } = require('../../../../../lib/preload/requests/prove/states.js');
const { temporaryFolder } = require('../../../../support/package.js');

const stores = (...names) => names.map((name) => ({ name, dialect: name.split(':')[0] }));

test('a database whose name is new in each run takes the place of the recorded one', () => {
  const recorded = stores('redis:1', 'sqlite:/tmp/a-x1/db', 'sqlite:/tmp/b-x2/db', 'sqlite:fixed');
  const nameIn = (name, ...now) => standIn(name, recorded, stores(...now))?.name;
  const now = ['redis:1', 'sqlite:/tmp/a-y1/db', 'sqlite:/tmp/b-y2/db', 'sqlite:fixed'];
  assert.equal(nameIn('sqlite:/tmp/b-x2/db', ...now), 'sqlite:/tmp/b-y2/db');
  assert.equal(nameIn('sqlite:/tmp/a-x1/db', ...now), 'sqlite:/tmp/a-y1/db');
  assert.equal(nameIn('sqlite:fixed', ...now), 'sqlite:fixed');
  // It is not used yet.
  assert.equal(nameIn('sqlite:/tmp/b-x2/db', ...now.slice(0, 2)), undefined);
  assert.equal(nameIn('redis:1', 'sqlite:/tmp/a-y1/db'), undefined);
});

test('a folder whose name is new in each run takes the place of the recorded one, once the program uses it', async (t) => {
  const folder = temporaryFolder(t, 'nacd-states-');
  fs.writeFileSync(path.join(folder, 'n.json'), '{"n":2}');
  const folders = new Set();
  const files = { name: 'files:.', dialect: 'files', latest: { folders } };
  const api = { stores: () => [files], quietly: (fn) => fn() };
  const states = new States({ tables: { 'files:.': ['/tmp/a-x1'] }, stores: [files], folders: ['data', '/tmp/a-x1'] }, api);
  assert.deepEqual(await states.read(), { 'files:.': {} });
  folders.add('data').add(folder);
  const { rows } = (await states.read())['files:.']['/tmp/a-x1'];
  assert.deepEqual(rows, [{ name: 'n.json', content: { n: 2 } }]);
});

test('a store is not read before the first operation if that is ahead on the same connection', async () => {
  const readOne = (isShared) => {
    const open = async () => ({ isShared, query: async () => [], close: async () => {} });
    const store = { name: 'postgres:1', dialect: 'postgres', open };
    const api = { stores: () => [store], quietly: (fn) => fn() };
    return new States({ tables: { 'postgres:1': ['team'] }, stores: [store] }, api).readOne('postgres:1');
  };
  assert.equal(await readOne(true), undefined);
  assert.deepEqual((await readOne(undefined)).team.rows, []);
});

test('keys that the recording, this run, or another process names are read, and long arguments are values', async () => {
  const read = [];
  const query = async (name, [key] = []) => {
    if (name === 'DBSIZE') return 50_000;
    if (name === 'TYPE') read.push(key);
    return 'none';
  };
  const [was, now] = ['redis://127.0.0.1:1/0', 'redis://127.0.0.1:2/0'];
  const store = { number: 7, name: now, dialect: 'redis', open: async () => ({ query, close: async () => {} }) };
  const api = { stores: () => [store], quietly: (fn) => fn() };
  const plan = { tables: { [was]: ['keys'] }, keys: { [was]: ['stock'] }, stores: [{ name: was, dialect: 'redis' }] };
  const states = new States(plan, api);
  states.note({ store: 7, values: ['cart:9', 5, 'x'.repeat(600)] });
  states.note({ store: 1, name: was, values: ['sum'] });
  await states.read();
  assert.deepEqual(read, ['5', 'cart:9', 'stock', 'sum']);
});
