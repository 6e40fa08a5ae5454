'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { readMysql } = require('../../../../lib/preload/requests/schemas/mysql.js');
const { readPostgres } = require('../../../../lib/preload/requests/schemas/postgres.js');
const { readSqliteLater } = require('../../../../lib/preload/requests/schemas/sqlite.js');
const { writeTraces } = require('../../../../lib/requests/effects/index.js');
const { readRecording } = require('../../../../lib/requests/recording/recorded.js');
const { makeFolder } = require('../../../support/cli.js');

const LINES = [
  { type: 'header', format: 1, started: '2026-01-01T00:00:00.000Z' },
  { type: 'request', t: 1, request: 1, flow: 'f1', method: 'POST', target: '/lists', headers: [] },
  { type: 'response', t: 2, request: 1, status: 201, head: 'HTTP/1.1 201 Created\r\n', body: '{"slug":"my list"}' },
  { type: 'request', t: 3, request: 2, flow: 'f2', method: 'GET', target: '/lists/my%20list', headers: [] },
  { type: 'request', t: 4, request: 3, flow: 'f3', method: 'GET', target: '/lists/my%20list', headers: [] },
];

const namesOf = ({ handler, shape, ordinal }) => [handler, shape, ordinal];

test('a request has one shape in the trace, the recording and its handler, by the answers before it', async (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'recorded-1-0.ndjson'), LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const [trace] = await writeTraces(folder);
  const told = fs.readFileSync(trace, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'request').map(namesOf);
  const known = [...readRecording(trace).requests.values()].map(namesOf);
  assert.deepEqual(told, [
    ['POST /lists', 'POST /lists', 1], ['GET /lists/:n', 'GET /lists/:n', 1], ['GET /lists/:n', 'GET /lists/:n', 2],
  ]);
  assert.deepEqual(known, told);
});

test('a schema may lack what a database does not tell: columns, keys, views and routines', async (t) => {
  const folder = makeFolder(t);
  const lines = [
    LINES[0], { type: 'store', store: 1, name: 'postgres://127.0.0.1:5432/shop', dialect: 'postgres' },
    { type: 'schema', store: 1, table: 'stock' }, { type: 'database', store: 1 }, LINES[1],
    { type: 'operation', t: 1.5, operation: 1, request: 1, store: 1, connection: 1, statement: 'UPDATE stock SET n = 1 WHERE id = 2' },
  ];
  fs.writeFileSync(path.join(folder, 'recorded-1-0.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const [trace] = await writeTraces(folder);
  const [operation] = [...readRecording(trace).operations.values()];
  const effects = operation.effects.map((one) => [one.class, one.table]);
  assert.ok(effects.some(([kind, table]) => kind === 'W' && table === 'stock'), JSON.stringify(effects));
});

// Rows of a catalogue, by a word of the query that asks for them.
const answering = (rows) => ({
  query: async (text) => rows[Object.keys(rows).find((word) => text.includes(word))] ?? [],
});

const CATALOGUES = {
  mysql: [readMysql, {
    'information_schema.COLUMNS': [{ name: 'stock', column: 'id' }, { name: 'stock', column: 'n' }],
    'information_schema.STATISTICS': [
      { name: 'stock', index: 'PRIMARY', column: 'id' }, { name: 'stock', index: 'on_expression', column: null },
    ],
    'information_schema.ROUTINES': [{ name: 'take', body: 'UPDATE stock SET n = n - 1' }, { name: 'hidden', body: null }],
    'information_schema.PARAMETERS': [{ name: 'take', parameter: 'wanted' }],
    'information_schema.TRIGGERS': [{ name: 'stock', event: 'UPDATE', body: 'INSERT INTO log VALUES (1)' }],
    'SHOW VARIABLES': [{ Value: 'REPEATABLE-READ' }],
  }],
  sqlite: [readSqliteLater, {
    pragma_table_info: [{ name: 'stock', column: 'id', pk: 1 }, { name: 'stock', column: 'n', pk: 0 }],
    pragma_index_list: [{ name: 'stock', index: 'on_expression', column: null }],
    trigger: [{ name: 'stock', sql: 'CREATE TRIGGER t AFTER UPDATE ON stock BEGIN INSERT INTO log VALUES (1); END' }],
  }],
  postgres: [readPostgres, {
    current_setting: [{ isolation: 'read committed' }], prokind: [{ name: 'take', definition: 'CREATE FUNCTION take() ...' }],
    pg_trigger: [], pg_rewrite: [{ view: 'left_over', name: 'stock' }, { view: 'constant', name: null }],
  }],
};

test('what is read of each kind of database is a recording that can be read again', async (t) => {
  for (const [dialect, [read, rows]] of Object.entries(CATALOGUES)) {
    const folder = makeFolder(t);
    const { tables, ...database } = await read(answering(rows));
    const lines = [
      LINES[0], { type: 'store', store: 1, name: `${dialect}://127.0.0.1:1/shop`, dialect },
      ...tables.map((table) => ({ type: 'schema', t: 0, store: 1, ...table })), { type: 'database', t: 0, store: 1, ...database },
      LINES[1],
    ];
    assert.ok(database.triggers.length + database.functions.length > 0, dialect);
    fs.writeFileSync(path.join(folder, 'recorded-1-0.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const [trace] = await writeTraces(folder);
    assert.equal(readRecording(trace).requests.size, 1, dialect);
  }
});

test('a request without a list of headers is read, one whose headers are null is refused', async (t) => {
  const folder = makeFolder(t);
  const { headers: _, ...bare } = LINES[1];
  const write = (request) => fs.writeFileSync(path.join(folder, 'recorded-1-0.ndjson'),
    [LINES[0], request, LINES[2]].map((line) => `${JSON.stringify(line)}\n`).join(''));
  write(bare);
  const [trace] = await writeTraces(folder);
  assert.equal(readRecording(trace).requests.size, 1);
  write({ ...bare, headers: null });
  const refusal = { status: 2, message: /entry 2, of type request: .*headers must be a list$/ };
  await assert.rejects(writeTraces(folder), refusal);
});
