'use strict';
// The candidates of all kinds, of recordings that are there or not.
const assert = require('node:assert/strict');
const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { UserError } = require('../../../../lib/errors/index.js');
const { candidatesIn } = require('../../../../lib/requests/candidates/index.js');
const { readRecording } = require('../../../../lib/requests/recording/recorded.js');
const { makeFolder } = require('../../../support/cli.js');

const STORE = 'postgres://127.0.0.1:5432/shop';

// Two requests of one handler which read a coupon and then update it.
function recorded() {
  const trace = [{ type: 'header', format: 1, kind: 'requests' }];
  const lines = [
    { type: 'header', started: '2026-01-01T00:00:00.000Z' },
    { type: 'store', store: 1, name: STORE, dialect: 'postgres' },
  ];
  for (const request of [1, 2]) {
    const t = request * 100;
    const about = { request, method: 'POST', target: `/redeem?user=${request}` };
    const response = { type: 'response', t: t + 9, request, status: 200 };
    lines.push({ type: 'request', t, ...about, headers: [], via: 'http' });
    trace.push({ type: 'request', t, request, handler: 'POST /redeem', shape: 'POST /redeem', ordinal: request });
    for (const [index, kind] of ['R', 'W'].entries()) {
      const operation = 2 * request + index;
      const [from, site] = [t + 2 * index + 1, `app.js:${index + 1}:1`];
      const call = { type: 'operation', t: from, end: from + 1, operation, request, site };
      const statement = kind === 'R' ? 'SELECT used FROM coupon' : 'UPDATE coupon SET used = true';
      lines.push({ ...call, store: 1, api: 'pg.Client.query', statement });
      trace.push({ ...call, store: STORE, dialect: 'postgres', api: 'pg.Client.query', statement,
        effects: [{ class: kind, table: 'coupon', keys: { code: ['X'] }, columns: ['used'] }] });
    }
    lines.push({ ...response, head: 'HTTP/1.1 200 OK\r\n', body: `{"user":${request}}` });
    trace.push(response);
  }
  return { trace, lines };
}

function written(t, { trace, lines }, { isWhole = true } = {}) {
  const folder = makeFolder(t);
  const file = path.join(folder, 'trace-1-0.ndjson');
  const write = (name, objects) => (
    writeFileSync(path.join(folder, name), objects.map((one) => `${JSON.stringify(one)}\n`).join('')));
  write('trace-1-0.ndjson', trace);
  if (isWhole) write('recorded-1-0.ndjson', lines);
  return { traces: [file], recordings: [readRecording(file)] };
}

test('candidates of stores stand beside those of other kinds', async (t) => {
  const { candidates } = await candidatesIn(written(t, recorded()));
  assert.ok(candidates.length > 0);
  assert.ok(candidates.some(({ table, same }) => table === 'coupon' && same));
  assert.ok(candidates.some(({ pattern }) => pattern === 'memory'));
});

test('a trace without its recording has candidates only if it may be alone', async (t) => {
  const given = written(t, recorded(), { isWhole: false });
  assert.deepEqual((await candidatesIn(given)).candidates, []);
  const { candidates } = await candidatesIn({ ...given, isAlone: true });
  assert.ok(candidates.every(({ table }) => table === 'coupon') && candidates.length > 0);
});

test('handlers narrow the candidates of all kinds, and an unknown one is named', async (t) => {
  const given = written(t, recorded());
  const all = await candidatesIn(given);
  assert.deepEqual(await candidatesIn(given, { handlers: ['POST /redeem'] }), all);
  await assert.rejects(candidatesIn(given, { handlers: ['GET /other'] }), UserError);
});
