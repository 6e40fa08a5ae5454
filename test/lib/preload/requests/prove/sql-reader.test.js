'use strict';
// Invariants (--check) only read, and of a large table the rows that requests touch are read, whatever the database.
const assert = require('node:assert/strict');
const { createRequire } = require('node:module');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { readerOf } = require('../../../../../lib/preload/requests/prove/readers/sql.js');
const { installed } = require('../../../../support/installed.js');
const { makeFolder } = require('../../../../support/cli.js');
const { startServices } = require('../../../../support/services.js');

const DRIVERS = path.join(__dirname, '..', '..', '..', '..', '..', 'lib', 'preload', 'requests', 'drivers');
const driver = (name) => require(path.join(DRIVERS, `${name}.js`));
const from = (...given) => createRequire(path.join(installed(...given), 'x.js'));

let services;
before(async () => { services = await startServices('postgres', 'mariadb'); });
after(() => services?.stop());

const ROWS = ['CREATE TABLE account (id int PRIMARY KEY, balance int)', 'INSERT INTO account VALUES (1, -5), (2, 7)'];

// Each of `writes` is refused by name and changes nothing; a query gives what it reads.
async function checkReader(dialect, connection, plain, writes) {
  const reader = readerOf({ dialect }, connection);
  for (const text of writes) {
    const { rows, writes: problem } = await reader.check(text);
    assert.deepEqual([rows.length, typeof problem], [0, 'string'], text);
  }
  const { rows, writes: none } = await reader.check('SELECT id FROM account WHERE balance < 0');
  assert.deepEqual([rows.map(({ id }) => id), none], [[1], undefined]);
  assert.equal((await reader.read('account')).rows.length, 2);
  await plain('UPDATE account SET balance = 8 WHERE id = 2'); // the program's own connection may write
  await reader.close();
}

const MANY = 10_005;

// Reads a table with more rows than are compared: id, name "n7" and a time.
async function checkLarge(dialect, connection, plain) {
  const reader = readerOf({ dialect }, connection);
  const idsOf = async (touched, named) => {
    const { rows, cut } = await reader.read('large', named, touched);
    return cut ? 'cut' : rows.map(({ id }) => (id > MANY ? 'new' : Number(id))).sort();
  };
  assert.equal(await idsOf(), 'cut');
  const rows = [{ keys: { id: ['7'], name: ['other'] }, isThere: true }, { keys: { name: ['n9'] } }];
  const touched = { rows, made: true };
  assert.deepEqual(await idsOf(touched, []), [7, 9]);
  await plain("INSERT INTO large (name) VALUES ('new')");
  await plain("UPDATE large SET name = 'x' WHERE id IN (8, 9)");
  assert.deepEqual(await idsOf(touched, [8, 'n10', 'no number', null, true]), [10, 7, 8, 'new']);
  // A change whose row cannot be told, or is not there, leaves the table unread.
  assert.equal(await idsOf({ rows: [{ keys: { id: ['0'] }, isThere: true }] }, []), 'cut');
  assert.equal(await idsOf({ rows: [{ keys: { at: ['2026-01-01'] } }] }, []), 'cut');
  assert.deepEqual(await idsOf({ rows: [{ keys: { id: ['0'] }, isThere: true }] }, [3]), [3]);
}

test('PostgreSQL refuses writes of a check, also in a WITH, in a function, and after a COMMIT in the text', async () => {
  const { Client } = from('requests-pg', { express: '4.22.3', pg: '8.23.1' })('pg');
  const client = new Client({ connectionString: services.urls.postgres });
  await client.connect();
  for (const text of ROWS) await client.query(text);
  await client.query(`CREATE FUNCTION empties() RETURNS int LANGUAGE plpgsql AS
    'BEGIN DELETE FROM account; RETURN 1; END'`);
  const pg = driver('pg');
  await checkReader('postgres', await pg.open(client, pg.settings(client)), (text) => client.query(text), [
    'DELETE FROM account', 'SELECT empties()', 'WITH gone AS (DELETE FROM account RETURNING *) SELECT * FROM gone',
    'COMMIT; DELETE FROM account', 'TRUNCATE account',
  ]);
  await client.query('CREATE TABLE large (id serial PRIMARY KEY, name text, at date)');
  await client.query(`INSERT INTO large (name, at) SELECT 'n' || n, '2026-01-01' FROM generate_series(1, ${MANY}) n`);
  const other = await pg.open(client, pg.settings(client));
  await checkLarge('postgres', other, (text) => client.query(text));
  await other.close();
  await client.end();
});

test('MariaDB refuses writes of a check, also in a function', async () => {
  const mysql = from('requests-mysql', { mysql2: '3.24.6', mariadb: '3.4.5', mysql: '2.18.1' })('mysql2');
  const client = mysql.createConnection(services.urls.mariadb);
  const plain = (text) => client.promise().query(text);
  for (const text of ROWS) await plain(text);
  await plain('CREATE FUNCTION empties() RETURNS int MODIFIES SQL DATA BEGIN DELETE FROM account; RETURN 1; END');
  await plain('CREATE SEQUENCE numbers');
  const mysql2 = driver('mysql2');
  await checkReader('mysql', await mysql2.open(client, client.config), plain, [
    'DELETE FROM account', 'SELECT empties()', 'TRUNCATE TABLE account', 'SELECT NEXTVAL(numbers) AS next',
  ]);
  await plain('CREATE TABLE large (id int PRIMARY KEY AUTO_INCREMENT, name varchar(20), at date)');
  await plain(`INSERT INTO large (name, at) SELECT concat('n', seq), '2026-01-01' FROM seq_1_to_${MANY}`);
  const other = await mysql2.open(client, client.config);
  await checkLarge('mysql', other, plain);
  await other.close();
  client.end();
});

const CALLBACKS = {
  memcached: '2.2.2', memjs: '1.3.2', sqlite3: '5.1.7', knex: '3.3.0', sequelize: '6.37.8', typeorm: '0.3.20',
};

const SQLITE_WRITES = [
  'DELETE FROM account', 'DELETE FROM account RETURNING *', 'REPLACE INTO account VALUES (1, 0)', 'DROP TABLE account',
];

async function fill(plain) {
  await plain('CREATE TABLE large (id INTEGER PRIMARY KEY, name TEXT, at TEXT)');
  await plain(`INSERT INTO large (name, at) WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT ${MANY})
    SELECT 'n' || n, '2026-01-01' FROM c`);
}

for (const place of ['shop.db', ':memory:']) {
  test(`SQLite refuses writes of a check: better-sqlite3, ${place}`, async (t) => {
    const Database = from('requests-sqlite', { 'better-sqlite3': '12.11.1' })('better-sqlite3');
    const database = new Database(place === ':memory:' ? place : path.join(makeFolder(t), place));
    for (const text of ROWS) database.exec(text);
    const plain = async (text) => database.exec(text);
    await fill(plain);
    await checkLarge('sqlite', await driver('sqlite').open(database), plain);
    await checkReader('sqlite', await driver('sqlite').open(database), plain, SQLITE_WRITES);
    database.close();
  });

  test(`SQLite refuses writes of a check: sqlite3, ${place}`, async (t) => {
    const { Database } = from('requests-callbacks', CALLBACKS)('sqlite3');
    const file = place === ':memory:' ? place : path.join(makeFolder(t), place);
    const database = await new Promise((resolve) => { const one = new Database(file, () => resolve(one)); });
    const plain = (text) => new Promise((resolve, reject) => {
      database.exec(text, (error) => (error ? reject(error) : resolve()));
    });
    for (const text of ROWS) await plain(text);
    await fill(plain);
    await checkLarge('sqlite', await driver('sqlite3').open(database), plain);
    await checkReader('sqlite', await driver('sqlite3').open(database), plain, SQLITE_WRITES);
    await new Promise((resolve) => { database.close(resolve); });
  });
}
