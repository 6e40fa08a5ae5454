'use strict';
// The binding of the analysis of request races: candidates as JSON, faults as one line, nothing hooked.
const assert = require('node:assert/strict');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, test } = require('node:test');
const { Worker } = require('node:worker_threads');

const addon = path.join(__dirname, '..', '..', '..', 'lib', 'preload', 'binding.js');
const { findRequestRaces, findRequestRacesAsync } = require(addon);

const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-requests-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function traceOf(name, ...lines) {
  const file = path.join(folder, name);
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return file;
}

const operation = (number, kind) => ({
  type: 'operation', t: number, operation: number, request: 1, store: 'postgres://h/shop', site: `redeem.js:${number}:1`,
  effects: [{ class: kind, table: 'coupon', keys: { code: ['X'] }, unique: true, columns: ['used'], rows: 1 }],
});
const coupon = traceOf('coupon.ndjson',
  { type: 'request', t: 0, request: 1, handler: 'POST /redeem' }, operation(1, 'R'), operation(2, 'W'));

test('finds the race of a coupon with a copy of its request', () => {
  const found = JSON.parse(findRequestRaces([coupon], {}));
  assert.equal(found.requests, 1);
  assert.equal(found.candidates.length, 1);
  assert.deepEqual(found.candidates[0].order, [['first', 1], ['second', 1], ['second', 2], ['first', 2]]);
});

test('finds the same on a thread of the pool', async () => {
  assert.equal(await findRequestRacesAsync([coupon]), findRequestRaces([coupon]));
});

test('options narrow the search', () => {
  assert.equal(JSON.parse(findRequestRaces([coupon], { handlers: ['GET /'] })).candidates.length, 0);
  const found = JSON.parse(findRequestRaces([coupon, coupon], { most: 0 }));
  assert.equal(found.candidates.length, 0);
  assert.equal(found.omitted, 1);
});

test('a fault is an error with one line', async () => {
  const bad = traceOf('bad.ndjson', { type: 'request', t: 0, request: 1 }, 'nonsense');
  const message = `${bad}:2: no JSON: fault at byte 2`;
  assert.throws(() => findRequestRaces([bad], {}), { name: 'Error', message });
  await assert.rejects(findRequestRacesAsync([bad], {}), { name: 'Error', message });
  assert.throws(() => findRequestRaces([folder], {}), { message: `${folder}: cannot be read: Is a directory` });
});

test('works in a worker that ends while a search runs', async () => {
  const code = `require(${JSON.stringify(addon)}).findRequestRacesAsync([${JSON.stringify(coupon)}]); process.exit(0)`;
  const worker = new Worker(code, { eval: true });
  const exited = await new Promise((resolve, reject) => worker.on('exit', resolve).on('error', reject));
  assert.equal(exited, 0);
});
