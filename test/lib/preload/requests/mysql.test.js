'use strict';
// MariaDB through mysql2, through mysql, and through its own connector.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { open } = require('../../../../lib/preload/requests/drivers/mysql2.js');
const { lockTables, readerOf } = require('../../../../lib/preload/requests/prove/readers/sql.js');
const { readMysql } = require('../../../../lib/preload/requests/schemas/mysql.js');
const { installed } = require('../../../support/installed.js');
const { opened, record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const TITLE = 'statements have their request, keys, transactions and locks';

let packages;
let services;
before(async () => {
  packages = installed('requests-mysql', { mysql2: '3.24.6', mariadb: '3.4.5', mysql: '2.18.1' });
  services = await startServices('mariadb');
});
after(() => services?.stop());

test('statements have their request, keys, transactions and locks', async (t) => {
  const { of } = await record(t, packages, 'mysql.js', { env: { DATABASE_URL: services.urls.mariadb } });
  const operations = of('operation').filter(({ request }) => request === 1);
  assert.deepEqual(operations.map(({ site }) => site.split(':')[1]), ['10', '11', '13', '14', '15', '16', '17', '19', '20']);
  const [select, insert, , begin, locked, update, , , spelled] = operations;
  const row = { table: 'item', keys: { id: ['1'] }, primary: true, unique: true };
  assert.deepEqual(select.effects, [{ class: 'R', ...row, columns: ['id', 'stock'], rows: 1 }]);
  assert.deepEqual(insert.effects[0].keys, { item: ['1'], stock: ['10'], id: ['1'] });
  assert.deepEqual([select.isolation, begin.isolation], ['repeatable read', 'read committed']);
  assert.equal(locked.transaction, update.transaction);
  assert.equal(update.commutes, true);
  assert.deepEqual(spelled.effects[0].columns, ['stock']);
  assert.ok(opened(of('operation')).every(Boolean));
  assert.deepEqual(of('lock').map(({ name }) => name), ['row:item:id=1']);
});

const CONNECTORS = [['3.4.5', 'require'], ['3.5.4', 'require'], ['3.5.4', 'import']];

for (const [version, way] of CONNECTORS) test(`the connector of MariaDB ${version}, by ${way}: ${TITLE}`, async (t) => {
  const folder = version === '3.4.5' ? packages : installed(`requests-mariadb-${version}`, { mariadb: version });
  const how = { env: { DATABASE_URL: services.urls.mariadb }, program: ['mariadb.js', way] };
  const { of, stdout } = await record(t, folder, 'mariadb.js', how);
  assert.match(stdout, /^\d+\n$/);
  const operations = of('operation').filter(({ request }) => request === 1);
  assert.deepEqual(operations.map(({ site }) => site.split(':')[1]), ['12', '13', '15', '16', '18', '19', '21', '22', '23']);
  const [select, insert, begin, locked, update, , , count, last] = operations;
  const row = { table: 'item', keys: { id: ['1'] }, primary: true, unique: true };
  assert.deepEqual(select.effects, [{ class: 'R', ...row, columns: ['id', 'stock'], rows: 1 }]);
  assert.deepEqual(insert.effects[0].keys.item, ['1']);
  assert.equal(insert.effects[0].keys.id.length, 1);
  assert.equal(select.store, services.urls.mariadb.replace('root@', ''));
  assert.equal(begin.isolation, 'repeatable read');
  assert.equal(locked.transaction, update.transaction);
  assert.equal(update.commutes, true);
  assert.equal(count.effects[0].class, 'R');
  assert.deepEqual(last.effects[0].keys, { id: insert.effects[0].keys.id });
  if (version === '3.4.5') assert.ok(opened(of('operation')).every(Boolean)); // a bundle does not tell
  assert.deepEqual(of('lock').map(({ name }) => name), ['row:item:id=1']);
});

test('mysql: statements have their request, keys, transactions and locks, and a query can be listened to', async (t) => {
  const { of, stdout } = await record(t, packages, 'mysql-callbacks.js', { env: { DATABASE_URL: services.urls.mariadb } });
  assert.equal(stdout, 'UPDATE item SET `stock` = 9 WHERE id = 2\n0\n');
  const operations = of('operation').filter(({ request }) => request === 1);
  assert.deepEqual(operations.map(({ site }) => site.split(':')[1]), ['21', '23', '9', '10', '11', '25']);
  const [select, begin, locked, update, , listened] = operations;
  const row = { table: 'item', keys: { id: ['2'] }, primary: true, unique: true };
  assert.deepEqual(select.effects, [{ class: 'R', ...row, columns: ['id', 'stock'], rows: 1 }]);
  assert.equal(begin.isolation, 'repeatable read');
  assert.equal(locked.transaction, update.transaction);
  assert.deepEqual(update.effects[0].columns, ['stock']);
  assert.equal(update.effects[0].rows, 1);
  assert.equal(listened.effects[0].class, 'R');
  assert.ok(opened(of('operation')).every(Boolean));
  assert.deepEqual(of('lock').map(({ name }) => name), ['row:item:id=2']);
});

const LOG = 'INSERT INTO log VALUES (OLD.id)';
const MYSQL = { dialect: 'mysql' };

async function connected(t) {
  const { createConnection } = require(path.join(packages, 'node_modules', 'mysql2', 'promise.js'));
  const connection = await createConnection(services.urls.mariadb);
  t.after(() => connection.end().catch(() => {}));
  return { query: async (text) => (await connection.query(text))[0], close: () => connection.destroy() };
}

test('triggers are read, and a procedure with its parameters; its call waits for a lock that lets reads pass, and is told to wait', async (t) => {
  const [own, other, reader] = await Promise.all([connected(t), connected(t), connected(t)]);
  const body = 'BEGIN DECLARE n INT; SELECT stock INTO n FROM goods WHERE id = p_id; UPDATE goods SET stock = n - 1 WHERE id = p_id; END';
  for (const text of ['CREATE TABLE goods (id INT PRIMARY KEY, stock INT)', 'INSERT INTO goods VALUES (1, 5)',
    'CREATE TABLE log (id INT)', `CREATE TRIGGER gone AFTER DELETE ON goods FOR EACH ROW ${LOG}`,
    `CREATE PROCEDURE Reserve(IN p_id INT, OUT p_left INT) ${body}`]) await own.query(text);
  const { functions, triggers } = await readMysql(own);
  assert.deepEqual(triggers, [{ table: 'goods', on: ['D'], definition: { body: LOG } }]);
  assert.deepEqual(functions, [{ name: 'reserve', definition: { parameters: ['p_id', 'p_left'], body } }]);
  await lockTables(MYSQL, own, ['goods']);
  const call = other.query('CALL reserve(1, @rest)');
  const { waits } = readerOf(MYSQL, reader);
  let list = [];
  for (; list.length === 0; await sleep(5)) list = await waits();
  assert.match(list[0].query, /^UPDATE goods SET stock/);
  assert.deepEqual(await reader.query('SELECT stock FROM goods'), [{ stock: 5 }]);
  own.close();
  await call;
  assert.deepEqual([await reader.query('SELECT stock FROM goods'), await waits()], [[{ stock: 4 }], []]);
});

test('a second connection belongs to no pool, in each version of mysql2', () => {
  const made = [];
  class BaseConnection {
    constructor({ config }) { made.push([new.target.name, config]); }

    on() {}
  }
  class BasePoolConnection extends BaseConnection {
    constructor(pool) { super({ config: pool.config }); }
  }
  class PoolConnection extends BasePoolConnection {}
  const connection = new PoolConnection({ config: 'shop' });
  open(connection, 'shop');
  assert.deepEqual(made, [['PoolConnection', 'shop'], ['BaseConnection', 'shop']]);
});
