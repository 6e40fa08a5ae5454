'use strict';
// Drivers with callbacks: sqlite3 and memcached.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

let packages;
let services;
before(async () => {
  packages = installed('requests-callbacks', { memcached: '2.2.2', sqlite3: '6.0.1' });
  services = await startServices('memcached');
});
after(() => services?.stop());

async function effectsOf(t, driver) {
  const { of } = await record(t, packages, 'callbacks.js', { env: { DRIVER: driver, MEMCACHED: services.urls.memcached } });
  return of('operation').filter(({ request }) => request === 1).map(({ effects }) => effects);
}

test('sqlite3: statements have their request and keys', async (t) => {
  const [[insert], [select], [update]] = await effectsOf(t, 'sqlite3');
  const key = { table: 'item', unique: true, rows: 1 };
  assert.deepEqual(insert, { class: 'A', ...key, keys: { name: ['a'], id: ['1'] }, primary: true, made: 'id' });
  assert.deepEqual(select, { class: 'R', ...key, keys: { name: ['a'] }, columns: ['name', 'id'] });
  assert.deepEqual(update, { class: 'W', ...key, keys: { id: ['1'] }, primary: true, columns: ['name'] });
});

test('memcached: commands have their request and keys', async (t) => {
  const effects = await effectsOf(t, 'memcached');
  const brief = effects.map((list) => list.map(({ class: kind, keys }) => `${kind} ${keys.key}`).join());
  assert.deepEqual(brief, ['R a', 'R a,A a', 'R a,W a', 'R a,b', 'D a']);
});
