'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { shortStatement } = require('../../../lib/messages/statement.js');

const columns = (table, count) => Array.from({ length: count }, (_, at) => `"${table}"."column (${at}"`).join(', ');

test('a statement keeps its tables and conditions, and loses lists of columns and values', () => {
  assert.equal(shortStatement(`SELECT ${columns('user', 20)} FROM "user" "user"\n  WHERE "user"."email" = 'a from (b'`),
    `SELECT … FROM "user" "user" WHERE "user"."email" = 'a from (b'`);
  assert.equal(shortStatement(`INSERT INTO "user" (${columns('user', 20)}) VALUES (1, 'ann') RETURNING ${columns('user', 20)}`),
    `INSERT INTO "user" (…) VALUES (1, 'ann') RETURNING …`);
});

test('a short statement stays, and one without lists loses its middle', () => {
  assert.equal(shortStatement('SELECT a FROM (SELECT b, c FROM d WHERE e = 1 AND f = 2) x'), 'SELECT a FROM (SELECT b, c FROM d WHERE e = 1 AND f = 2) x');
  const text = shortStatement(`SET ${'k'.repeat(300)} END`);
  assert.deepEqual([text.length, text.slice(0, 5), text.slice(-5)], [200, 'SET k', 'k END']);
});
