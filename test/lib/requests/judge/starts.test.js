'use strict';
// Numbers that start from another value in each run, where nothing puts the state back.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const messages = require('../../../../lib/messages/index.js');
const { judge, serialProblem } = require('../../../../lib/requests/judge/judge.js');
const { startApart } = require('../../../../lib/requests/judge/starts.js');
const { makeFolder, nacd, readJson } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const SQLITE = { 'better-sqlite3': '12.11.1' };
const NOW = Date.parse('2026-01-02T03:04:05Z');

// The forms of a number in a store: {store, table, primary, rows(n)}.
const FORMS = {
  'a column': { store: 'postgres://shop', table: 'account', primary: ['id'], rows: (n) => [{ id: 1, balance: n }, { id: 2, balance: 5 }] },
  'a decimal as a text': { store: 'mysql://shop', table: 'account', primary: ['id'], rows: (n) => [{ id: 1, balance: `${n}.50` }] },
  'a column of a table without a key': { store: 'sqlite:shop.db', table: 'account', rows: (n) => [{ name: 'ann', balance: n }, { name: 'bob', balance: 5 }] },
  'a string of Redis': { store: 'redis://shop', table: 'keys', primary: ['key'], rows: (n) => [{ key: 'stock', value: String(n), expires: false }] },
  'a field of a hash': { store: 'redis://shop', table: 'keys', primary: ['key'], rows: (n) => [{ key: 'cart', value: { pen: String(n) } }] },
  'a score': { store: 'redis://shop', table: 'keys', primary: ['key'], rows: (n) => [{ key: 'board', value: [['bob', '7'], ['ann', String(n)]] }] },
  'JSON in a file': { store: 'files:.', table: 'data', primary: ['name'], rows: (n) => [{ name: 'a.json', content: { stock: [{ n }] } }] },
  'an array of numbers in a file': { store: 'files:.', table: 'data', primary: ['name'], rows: (n) => [{ name: 'a.json', content: [n, 7] }] },
  'the only line of a file': { store: 'files:.', table: 'data', primary: ['name'], rows: (n) => [{ name: 'a.txt', content: [`balance: ${n}`, ''] }] },
  'a line of a file': { store: 'files:.', table: 'data', primary: ['name'], rows: (n) => [{ name: 'a.txt', content: ['stock:', `pens: ${n}`] }] },
};

function runIn({ store, table, primary, rows }) {
  const state = (n) => ({ [store]: { [table]: { rows: rows(n), primary } } });
  return (start, middle, end) => ({
    at: NOW, responses: { first: { status: 200 }, second: { status: 200 } }, operations: [], sent: [], deletes: [],
    methods: { first: 'POST', second: 'POST' }, table,
    states: { before: state(start), ...(middle !== undefined && { middle: state(middle) }), after: state(end) },
  });
}

for (const [name, form] of Object.entries(FORMS)) {
  test(`a lost update is seen where each run starts from another value: ${name}`, () => {
    const run = runIn(form);
    const serial = { AB: [run(100, 90, 80), run(60, 50, 40)], BA: [run(80, 70, 60), run(40, 30, 20)] };
    assert.equal(serialProblem(serial, {}, 'AB'), undefined);
    assert.deepEqual(judge(run(20, undefined, 0), serial), { verdict: 'fine', as: 'AB' });
    const { verdict, kind, row } = judge(run(20, undefined, 10), serial);
    assert.deepEqual([verdict, kind], ['race', 'lost update']);
    assert.match(row, /\b90\b/); // as if it had started at 100
    assert.ok(startApart([serial.AB[0], serial.BA[0], run(20, undefined, 10)]));
    assert.ok(!startApart([serial.AB[0], run(100, 90, 80)]));
  });

  test(`a number that equal runs do not move equally far is not judged: ${name}`, () => {
    const run = runIn(form);
    const serial = { AB: [run(100, 90, 80), run(60, 54, 48)], BA: [run(80, 72, 64), run(48, 43, 38)] };
    const problem = serialProblem(serial, {}, 'AB');
    assert.equal(problem?.reason, 'other start');
    const text = messages.verdictText({ verdict: 'unrepeatable', reason: problem.reason, details: problem });
    assert.match(text, /^could not be repeated: \S[^\n]* starts from another value in each run$/);
  });
}

test('a number that both requests set is not moved', () => {
  const run = runIn(FORMS['a column']);
  const set = { AB: [run(1, 2, 3), run(9, 2, 3)], BA: [run(3, 3, 2), run(2, 3, 2)] };
  assert.deepEqual(judge(run(7, undefined, 3), set), { verdict: 'fine', as: 'AB' });
});

let services;
before(async () => { services = await startServices('postgres', 'redis'); });
after(() => services?.stop());

// Returns {folder, prove}: prove(way) looks for races between requests of balance.cjs. Nothing puts the balance back.
function paying(t, store) {
  const folder = makeFolder(t);
  const packages = store === 'sqlite' ? installed('requests-sqlite', SQLITE) : installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  fs.copyFileSync(path.join(root, 'test', 'fixtures', 'requests', 'balance.cjs'), path.join(folder, 'main.cjs'));
  fs.writeFileSync(path.join(folder, 'traffic.json'), '[{"method":"POST","path":"/pay"},{"method":"POST","path":"/pay"}]');
  const { redis: REDIS_URL, postgres: DATABASE_URL } = services.urls;
  const env = { NACD_TEST_PRELOAD: path.join(root, 'lib', 'preload', 'start.js'), REDIS_URL, DATABASE_URL };
  const served = (way) => ['--serve', `node main.cjs ${store} ${way}`, '--traffic', 'traffic.json', '--timeout', '60'];
  return { folder, prove: (way) => nacd(['requests', 'run', ...served(way)], { cwd: folder, env }) };
}

async function isProved(t, store, { folder, prove } = paying(t, store)) {
  const lost = await prove('lost');
  assert.equal(lost.status, 1, lost.stdout + lost.stderr);
  assert.match(lost.stdout, /^no --reset: [^\n]*: POST \/pay \(2 times\)$/m);
  assert.match(lost.stdout, /an update [^\n]*is lost[^\n]*proved 5 of 5/);
  const fixed = await prove('fixed');
  assert.equal(fixed.status, 0, fixed.stdout + fixed.stderr);
  assert.equal(readJson(folder, '.nacd', 'requests.json').notJudged, 0);
}

const NAMES = { postgres: 'PostgreSQL', sqlite: 'SQLite', json: 'a JSON file', text: 'a line of a file' };

for (const [store, name] of Object.entries(NAMES)) {
  test(`without --reset a lost update in ${name} is proved, and its fix is none`, (t) => isProved(t, store));
}

test('without --reset a lost update in a large Redis database is proved, and its fix is none', async (t) => {
  const given = paying(t, 'string');
  const Redis = require(path.join(given.folder, 'node_modules', 'ioredis'));
  const redis = new Redis(services.urls.redis);
  await redis.mset(...Array.from({ length: 12_000 }, (_, i) => [`other:${i}`, i]).flat());
  await redis.quit();
  await isProved(t, 'string', given);
});
