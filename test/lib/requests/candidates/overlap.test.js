'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { overlapping } = require('../../../../lib/requests/candidates/overlap.js');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const BOOKED = { table: 'booking', keys: { slot: ['4'] }, columns: ['slot'] };
const LOOK = { class: 'R', ...BOOKED };
const ADD = { class: 'A', table: 'booking', rows: 1 };

// Requests of one handler, each with one statement: [{effects, status, body, ...more of the operation}].
function recordingOf(list) {
  const requests = new Map();
  const operations = new Map();
  for (const [i, { status = 200, body = 'same', effects, ...more }] of list.entries()) {
    const number = i + 1;
    const about = { operation: number, request: number, site: 'app.js:1:1', api: 'pg.Client.query', statement: 'INSERT' };
    const one = { ...about, store: 'pg', dialect: 'postgres', effects, ...more };
    operations.set(number, one);
    const sent = { method: 'POST', target: '/book', headers: [], body };
    requests.set(number, { number, handler: 'POST /book', ...sent, status, operations: [one] });
  }
  return { requests, operations, sent: new Map() };
}

const pairsOf = (...list) => overlapping([recordingOf(list)])
  .map(({ first, second, same }) => [first.request, second.request, same]);

test('a statement that looks before it changes overlaps with its copy, and with that of the next user', () => {
  const one = { effects: [LOOK, ADD], body: 'ann' };
  assert.deepEqual(pairsOf(one, { effects: [LOOK, { ...ADD, rows: 0 }], body: 'bob', status: 409 }), [[1, 1, true], [1, 2, false]]);
  const [{ orders: [order] }] = overlapping([recordingOf([one])]);
  assert.deepEqual(order.map(([who, , , how]) => [who, how]), [['first', 'overlap'], ['second', undefined], ['first', 'overlap']]);
});

test('statements that lock the row at which they look, or whose row a unique index guards, are none', () => {
  const row = { table: 'booking', keys: { id: ['1'] }, columns: ['n'], unique: true };
  assert.deepEqual(pairsOf({ effects: [{ class: 'R', ...row }, { class: 'W', ...row }] }), []);
  const added = { ...BOOKED, unique: true };
  assert.deepEqual(pairsOf({ effects: [{ class: 'R', ...added }, { class: 'A', ...added }] }), []); // an upsert
  assert.deepEqual(pairsOf({ effects: [ADD] }), []);
});

test('statements of transactions, and of drivers that cannot hold a commit, are none', () => {
  const effects = [LOOK, ADD];
  assert.deepEqual(pairsOf({ effects, transaction: 3 }), []);
  assert.deepEqual(pairsOf({ effects, dialect: 'sqlite' }), []);
  assert.deepEqual(pairsOf({ effects, api: 'postgres.Query' }), []);
});

for (const [file, isRace] of [['subjects/overlap-booking.cjs', true], ['controls/overlap-guarded.cjs', false]]) {
  test(`${file} of the benchmark ${isRace ? 'is proved' : 'stays silent: the database decides'}`, async (t) => {
    const services = await startServices('postgres');
    t.after(() => services.stop());
    const folder = makeFolder(t);
    const packages = installed('requests-bench', { express: '5.3.0', pg: '8.23.1', ioredis: '6.0.0' });
    fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
    for (const name of ['suite.cjs', file]) {
      fs.copyFileSync(path.join(root, 'benchmarks', 'requests', name), path.join(folder, path.basename(name)));
    }
    const env = { NACD_TEST_PRELOAD: path.join(root, 'lib', 'preload', 'start.js'), DATABASE_URL: services.urls.postgres };
    const run = (...args) => nacd(args, { cwd: folder, env });
    const { status, stdout } = await run('requests', 'run', '--', 'node', 'suite.cjs', path.basename(file));
    assert.equal(status, isRace ? 1 : 0, stdout);
    assert.match(stdout, isRace ? /POST \/book succeeds twice on booking slot '4', one by one once {3}proved 5 of 5/
      : /no request race proved/);
    if (isRace) {
      const [, id] = /REQUEST RACE (\w+)/.exec(stdout);
      const again = await run('replay', path.join('.nacd', 'failures', `${id}.json`));
      assert.match(again.stdout, /REPEATED 1 of 1/);
    } else assert.match(stdout, /POST \/unique twice|POST \/strict twice/);
  });
}
