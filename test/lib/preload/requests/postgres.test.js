'use strict';
// PostgreSQL through the package `postgres`, imported and required.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

let packages;
let services;
before(async () => {
  packages = installed('requests-postgres', { postgres: '3.4.9', pg: '8.23.1' });
  services = await startServices('postgres');
});
after(() => services?.stop());

const env = () => ({ DATABASE_URL: services.urls.postgres });
const lineOf = ({ site }) => site?.split(':')[1];
const row = { table: 'item', keys: { id: ['1'] }, primary: true, unique: true };

for (const way of ['import', 'require']) {
  test(`statements have their request, call site, keys, transaction and locks (${way})`, async (t) => {
    const program = ['postgres.mjs', way];
    const { of, stdout } = await record(t, packages, 'postgres.mjs', { env: env(), program });
    assert.equal(stdout, '9,1,2\n');
    const operations = of('operation').filter(({ request }) => request === 1);
    assert.deepEqual(operations.map(lineOf), ['20', '21', '22', '23', '24', '22', '28', '30', '32', '33']);
    const [select, insert, begin, locked, update, commit, count, built, cursor, failed] = operations;
    assert.deepEqual(select.effects, [{ class: 'R', ...row, columns: ['id', 'stock'], rows: 1 }]);
    assert.equal(select.store, services.urls.postgres.replace('test@', ''));
    assert.deepEqual(insert.effects[0].keys, { item: ['1'], stock: ['10'], id: ['1'] });
    assert.equal(begin.isolation, 'repeatable read');
    assert.equal(new Set([begin, locked, update, commit].map(({ transaction }) => transaction)).size, 1);
    assert.deepEqual(update.effects.at(-1), { class: 'W', ...row, columns: ['stock'], rows: 1 });
    assert.deepEqual([count, built, cursor].map(({ effects: [{ table }] }) => table), ['sale', 'sale', 'sale']);
    assert.equal(failed.failed, '42703');
    assert.deepEqual(of('lock').map(({ name }) => name), ['row:item:id=1']);
  });
}

test('the result of an operation can be held, whichever way the program gets it', async (t) => {
  const { stdout } = await record(t, packages, 'held-results.js', { env: env() });
  assert.equal(stdout, 'other,promise: 1,other,pool: 1,other,callback: 1,other,postgres: 1,other,rejected: 42P01\n');
});
