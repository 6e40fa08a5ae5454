'use strict';
// Drivers with callbacks: sqlite3, also below ORMs, memcached and memjs.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

// Up to this version typeorm asks SQLite and MySQL in a promise that nobody waits for; so does sequelize SQLite.
const ORMS = { knex: '3.3.0', sequelize: '6.37.8', typeorm: '0.3.20' };
const LINES = { knex: ['14', '15', '17'], sequelize: ['28', '29', '31'], typeorm: ['61', '62', '64'] };

let packages;
let services;
before(async () => {
  packages = installed('requests-callbacks', { memcached: '2.2.2', memjs: '1.3.2', sqlite3: '5.1.7', ...ORMS });
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

for (const [driver, expected] of [
  ['memcached', ['R a', 'R a,A a', 'R a,W a', 'R a,b', 'D a']], ['memjs', ['R a', 'R a,A a', 'R a,W a', 'W a', 'D a']],
]) {
  test(`${driver}: commands have their request and keys`, async (t) => {
    const effects = await effectsOf(t, driver);
    const brief = effects.map((list) => list.map(({ class: kind, keys }) => `${kind} ${keys.key}`).join());
    assert.deepEqual(brief, expected);
  });
}

for (const [orm, lines] of Object.entries(LINES)) {
  test(`${orm} on sqlite3: statements have the lines of the user's calls`, async (t) => {
    const { of } = await record(t, packages, 'orms.js', { env: { ORM: orm, DATABASE_URL: '' } });
    const isOfTable = ({ request, effects }) => request === 1 && effects.some(({ table }) => table === 'account');
    assert.deepEqual(of('operation').filter(isOfTable).map(({ site }) => site?.split(':')[1]), lines);
  });
}
