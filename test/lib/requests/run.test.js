'use strict';
// nacd requests, with a real server and PostgreSQL. The subjects and controls are those of the benchmark.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');
const { installed } = require('../../support/installed.js');
const { readCandidates, writeCandidates } = require('../../../lib/requests/candidates/find.js');
const { proveRace } = require('../../../lib/api/race.js');
const { root } = require('../../support/package.js');
const { startServices } = require('../../support/services.js');

const PACKAGES = { express: '5.3.0', pg: '8.23.1', ioredis: '6.0.0' };
const BENCHMARK = path.join(root, 'benchmarks', 'requests');
const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');

let packages;
let services;
before(async () => {
  packages = installed('requests-bench', PACKAGES);
  services = await startServices('postgres');
});
after(() => services?.stop());

// Copies a subject of the benchmark; returns a function that runs `nacd ARGS... -- COMMAND` on it.
function project(t, file) {
  const folder = makeFolder(t);
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of ['suite.cjs', file]) fs.copyFileSync(path.join(BENCHMARK, name), path.join(folder, path.basename(name)));
  const env = { NACD_TEST_PRELOAD: PRELOAD, DATABASE_URL: services.urls.postgres };
  const run = (args, command = ['node', 'suite.cjs', path.basename(file)]) =>
    nacd([...args, ...(command ? ['--', ...command] : [])], { cwd: folder, env });
  return { folder, run };
}

const inFolder = (t, text, name = 'main.cjs') => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, name), text);
  return (args) => nacd([...args, '--', 'node', name], { cwd: folder, env: { NACD_TEST_PRELOAD: PRELOAD } });
};

test('a coupon that is used twice is recorded, found, proved, replayed, and fixed', async (t) => {
  const { folder, run } = project(t, 'subjects/coupon.cjs');
  const { status, stdout, stderr } = await run(['requests', 'run']);
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /REQUEST RACE [0-9a-f]{6} {2}POST \/redeem succeeds twice on coupon code 'X', one by one once/);
  assert.match(stdout, / {3}proved 5 of 5$/m);
  assert.match(stdout, /POST \/redeem {3}coupon\.cjs:13:33 {3}SELECT used FROM coupon WHERE code = 'X'/);
  assert.match(stdout, /POST \/redeem {3}coupon\.cjs:15:16 {3}UPDATE coupon SET used = true WHERE code = 'X'/);
  assert.match(stdout, /order {10}A:select {2}B:select {2}B:update {2}A:update/);
  assert.match(stdout, /one by one {5}A, B: 200, 409 {4}B, A: 200, 409/);

  const { races } = readJson(folder, '.nacd', 'requests.json');
  assert.deepEqual(races.map(({ loss, agree, statuses }) => [loss.kind, agree, statuses.forced]), [['double use', 5, { A: 200, B: 200 }]]);
  const file = path.join('.nacd', 'failures', `${races[0].id}.json`);
  assert.equal(fs.statSync(path.join(folder, file)).mode & 0o777, 0o600);

  // Lines that have moved are no fix.
  const source = path.join(folder, 'coupon.cjs');
  fs.writeFileSync(source, `// Coupons.\n\n${fs.readFileSync(source, 'utf8')}`);
  const replay = await run(['replay', file], null);
  assert.match(replay.stdout, /REPEATED 1 of 1: POST \/redeem succeeds twice/);
  assert.equal(replay.status, 1);

  const asTest = await run(['minimize', '--as-test', file], null);
  assert.equal(asTest.status, 0, asTest.stderr);
  const [, written] = /^test written: (\S+\.test\.mjs)$/m.exec(asTest.stdout);
  const text = fs.readFileSync(path.join(folder, written), 'utf8');
  assert.match(text, /^\/\/ {3}A:select {2}B:select {2}B:update {2}A:update$/m);
  const data = path.join(folder, written.replace('.test.mjs', '.race.json'));
  assert.equal(fs.statSync(data).mode & 0o777, 0o600);
  process.env.NACD_TEST_PRELOAD = PRELOAD;
  process.env.DATABASE_URL = services.urls.postgres;
  const proof = proveRace(path.basename(data), { from: path.join(folder, written) });
  await assert.rejects(proof, /FAILS: POST \/redeem succeeds twice/);

  const fixed = fs.readFileSync(source, 'utf8').replace(
    "await pool.query('UPDATE coupon SET used = true WHERE code = $1', [code]);",
    "if ((await pool.query('UPDATE coupon SET used = true WHERE code = $1 AND NOT used', [code])).rowCount === 0) return res.status(409).json({ ok: false });",
  );
  fs.writeFileSync(source, fixed);
  const prove = await run(['prove', file], null);
  assert.match(prove.stdout, /HOLDS: the bad order is .* \(5 of 5\)\n {2}held now at coupon\.cjs:\d+:\d+: UPDATE/);
  assert.equal(prove.status, 0);
});

// Each run of the suite adds a team that is used up, and one that a later test makes.
const TEAMS = (isLocked) => `
const http = require('node:http');
const { Pool } = require('pg');
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
async function join(id) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: [{ seats }] } = await client.query('SELECT seats FROM left_team WHERE id = $1${isLocked ? ' FOR UPDATE' : ''}', [id]);
    if (seats > 0) {
      await client.query('INSERT INTO left_member (team_id) VALUES ($1)', [id]);
      await client.query('UPDATE left_team SET seats = $2 WHERE id = $1', [id, seats - 1]);
    }
    await client.query('COMMIT');
    return seats > 0 ? 200 : 409;
  } finally {
    client.release();
  }
}
const create = async () => (await pool.query('INSERT INTO left_team (seats) VALUES (1) RETURNING id')).rows[0];
const server = http.createServer(async (req, res) => {
  const [, id] = /^.teams.(\\d+)$/.exec(req.url) ?? [];
  const made = id ? undefined : await create();
  res.statusCode = id ? await join(id) : 201;
  res.end(JSON.stringify(made ?? {}));
}).listen(0, async () => {
  await pool.query('CREATE TABLE IF NOT EXISTS left_team (id serial PRIMARY KEY, seats int); CREATE TABLE IF NOT EXISTS left_member (id serial PRIMARY KEY, team_id int)');
  const post = (target) => fetch('http://127.0.0.1:' + server.address().port + target, { method: 'POST' });
  const make = async () => (await (await post('/teams')).json()).id;
  const id = await make();
  for (const status of [200, 409]) if ((await post('/teams/' + id)).status !== status) process.exitCode = 1;
  await post('/teams/' + await make());
  server.close();
  await pool.end();
});`;

for (const [isLocked, what] of [[false, 'is proved'], [true, 'is none behind a lock']]) {
  test(`a race of a suite that resets nothing ${what}`, async (t) => {
    const { folder, run } = project(t, 'subjects/coupon.cjs');
    fs.writeFileSync(path.join(folder, 'teams.cjs'), TEAMS(isLocked));
    const { status, stdout, stderr } = await run(['requests', 'run', '--budget', '60'], ['node', 'teams.cjs']);
    assert.equal(status, isLocked ? 0 : 1, stdout + stderr);
    const isForbidden = /POST \/teams\/:n twice {2}the database forbids this order/;
    assert.match(stdout, isLocked ? isForbidden : /REQUEST RACE [0-9a-f]{6} {2}POST \/teams\/:n succeeds twice/);
  });
}

test('a race over two processes is proved, held in a gRPC service: the one that gets the request has no store', async (t) => {
  const folder = makeFolder(t);
  const own = installed('requests-two-services', { '@grpc/grpc-js': '1.14.7', pg: PACKAGES.pg });
  fs.symlinkSync(path.join(own, 'node_modules'), path.join(folder, 'node_modules'));
  fs.copyFileSync(path.join(root, 'test', 'fixtures', 'requests', 'two-services.cjs'), path.join(folder, 'main.cjs'));
  const env = { NACD_TEST_PRELOAD: PRELOAD, DATABASE_URL: services.urls.postgres };
  const { stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'main.cjs'], { cwd: folder, env });
  const title = /POST \/preserve succeeds twice on train id 'G7', one by one once {3}proved 5 of 5$/m;
  assert.match(stdout, title, stdout + stderr);
  assert.match(stdout, /order {10}A:select {2}B:select {2}B:update {2}A:update/);
});

test('a session that is saved after its deletion is back; the requests have the session of the run', async (t) => {
  const { run } = project(t, 'subjects/session-back.cjs');
  const { status, stdout } = await run(['requests', 'run', '--handlers', 'POST /logout']);
  assert.equal(status, 1, stdout);
  assert.match(stdout, /a deleted row of session is back/);
  assert.doesNotMatch(stdout, /POST \/logout succeeds twice/);
});

test('a race inside a function of the database is proved', async (t) => {
  const { run } = project(t, 'subjects/function.cjs');
  const { status, stdout } = await run(['requests', 'run', '--budget', '1']);
  assert.match(stdout, /POST \/vouchers succeeds twice on voucher code 'X', one by one once {3}proved 5 of 5/);
  assert.match(stdout, /pattern {8}inside: /);
  assert.equal(status, 1);
});

test('the database forbids the order behind an advisory lock', async (t) => {
  const { folder, run } = project(t, 'controls/advisory-number.cjs');
  const { status, stdout } = await run(['requests', 'run']);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /the database forbids this order: the second request waits for a lock/);
  assert.deepEqual(readJson(folder, '.nacd', 'requests.json').counts, { blocked: 1 });
});

test('a request that waits in the process is no race and no hang', async (t) => {
  const { run } = project(t, 'controls/process-lock.cjs');
  const { status, stdout } = await run(['requests', 'run']);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /waits in the process/);
});

test('a unique violation that becomes 409 is refused cleanly', async (t) => {
  const { run } = project(t, 'controls/unique-409.cjs');
  const { status, stdout } = await run(['requests', 'run']);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /refused cleanly/);
});

test('record, find and prove are steps by themselves', async (t) => {
  const { run, folder } = project(t, 'subjects/counter.cjs');
  const out = path.join(folder, '.nacd');
  fs.mkdirSync(path.join(out, 'requests'), { recursive: true });
  writeCandidates(out, { candidates: [] }, []); // of an earlier recording
  assert.equal((await run(['requests', 'record'])).status, 0);
  assert.deepEqual(fs.readdirSync(path.join(out, 'requests')), ['recorded']);
  const { stdout } = await run(['requests', 'find'], null);
  const [, id] = /^([0-9a-f]{6}) {2}P\d {2}POST \/hit\/:name twice {2}counter$/m.exec(stdout);
  const unknown = await run(['requests', 'prove', 'ffffff']);
  assert.deepEqual([unknown.status, unknown.stderr], [2, `nacd: there is no candidate ffffff; there are ${id}\n`]);
  const other = await run(['requests', 'find', '--handlers', 'POST /redeem'], null);
  const known = /^nacd: --handlers: no request has the handler POST \/redeem; there are .*POST \/hit\/:name\n$/;
  assert.equal(other.status, 2);
  assert.match(other.stderr, known);
  const proved = await run(['requests', 'prove', id], null);
  assert.equal(proved.status, 1, proved.stderr);
  assert.match(proved.stdout, /^proving: [^\n]*counter.*an update of counter is lost: n is 1, one by one 2/ms);
});

test('candidates of other traces than those of the recording are not proved', (t) => {
  const out = makeFolder(t);
  fs.mkdirSync(path.join(out, 'requests'));
  const traces = [1, 2].map((n) => path.join(out, 'requests', `trace-${n}.ndjson`));
  writeCandidates(out, { candidates: [] }, traces);
  assert.deepEqual(readCandidates(out, traces).candidates, []);
  const isOther = /^nacd: .* has no candidates of its recording: "nacd requests find" makes them$/;
  for (const others of [[], [...traces].reverse()]) {
    assert.throws(() => readCandidates(out, others), { message: isOther });
  }
});

test('each mistake is one line', async (t) => {
  const run = inFolder(t, '');
  const line = async (...args) => {
    const { status, stderr } = await run(args);
    return [status, stderr.trimEnd()];
  };
  const [status, text] = await line('requests', 'run');
  assert.equal(status, 3);
  assert.match(text, /^nacd: no server received a request: .*$/);
  assert.deepEqual(await line('requests'), [2, 'nacd requests: say what to do: run, record, find, prove ("nacd requests --help" shows the usage)']);
  const alone = await line('requests', 'run', '--instances', '2');
  assert.deepEqual(alone, [2, 'nacd: --instances needs --serve, the command that starts the server']);
  assert.equal((await line('requests', 'prove'))[0], 2);
});

test('a server without a store that is known, and a command that fails, are told', async (t) => {
  const server = `require('node:http').createServer((req, res) => res.end()).listen(0, async function () {
    await (await fetch('http://127.0.0.1:' + this.address().port)).text();
    process.exit(Number(process.env.STATUS ?? 0));
  });`;
  const { status, stderr } = await inFolder(t, server)(['requests', 'run']);
  assert.equal(status, 3);
  assert.match(stderr, /^nacd: no request used a known store: .*\bpg\b.*$/m);
  const pg = JSON.stringify(path.join(packages, 'node_modules', 'pg'));
  const url = JSON.stringify(services.urls.postgres);
  const asks = `const client = new (require(${pg}).Client)(${url});
    client.connect().then(() => client.query('SELECT 1')).then(() => client.end())`;
  const called = await inFolder(t, asks)(['requests', 'run']);
  assert.equal(called.status, 3);
  assert.match(called.stderr, /^nacd: no server received a request, and .* made 1 operation on stores: .*inject/m);
  const setUp = `${asks}.then(() => { ${server} });`;
  const outside = await inFolder(t, setUp)(['requests', 'run']);
  assert.equal(outside.status, 3);
  assert.match(outside.stderr, /^nacd: no request used a store; operations on stores of no request: 1\. .*Unix/m);
  const failed = await inFolder(t, 'process.exit(4)')(['requests', 'run']);
  assert.equal(failed.status, 3);
  assert.match(failed.stderr, /^nacd: the command fails by itself \(exit status 4\)/);
});
