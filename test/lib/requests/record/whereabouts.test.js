'use strict';
// Where proofs may write: stores of this machine, and none of production.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { demandNear, isHostHere, networksHere } = require('../../../../lib/requests/record/whereabouts.js');
const messages = require('../../../../lib/messages/index.js');
const { servedCommand } = require('../../../../lib/requests/served/command.js');
const { sentAgain } = require('../../../../lib/requests/served/sent-again.js');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { startServices } = require('../../../support/services.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'balance.cjs');

let services;
before(async () => { services = await startServices('postgres'); });
after(() => services?.stop());

const docker0 = [{ address: '172.17.0.1', cidr: '172.17.0.1/16' }];
const DOCKER = { lo: [{ address: '127.0.0.1', cidr: '127.0.0.1/8' }], docker0 };
const OFFICE = { eth0: [{ address: '10.1.2.3', cidr: '10.1.2.3/16' }], docker0 };

test('a host is here if it is this machine, one of its containers, or has the name of a service of CI', async () => {
  const known = {
    'shop.test': ['127.0.0.1'], 'db.example.com': ['10.1.2.9'], 'two.example.com': ['127.0.0.1', '10.1.2.9'],
  };
  const lookup = async (name) => known[name] ?? [];
  const here = (host, interfaces, isContainer = false) => (
    isHostHere(host, { networks: networksHere(interfaces, isContainer), lookup }));
  const names = {
    localhost: true, postgres: true, 'db.localhost': true, 'host.docker.internal': true, 'shop.test': true,
    '127.0.0.5': true, '::1': true, '10.1.2.3': true, '172.17.0.2': true,
    'db.example.com': false, 'two.example.com': false, 'unknown.example.com': false, 'db.internal': false,
    '10.1.2.9': false, '172.18.0.2': false, '8.8.8.8': false,
  };
  for (const [host, isHere] of Object.entries(names)) assert.equal(await here(host, OFFICE), isHere, host);
  assert.equal(await here('10.1.2.9', OFFICE, true), true); // this is a container of that network
  assert.equal(await here('10.1.2.9', DOCKER), false);
});

test('each kind of store tells where it is', async (t) => {
  const cwd = makeFolder(t);
  const options = { networks: networksHere(DOCKER, false), lookup: async () => [] };
  const isNear = (name, dialect, at = cwd) => demandNear([{ name, dialect, cwd: at }], { options })
    .then(() => true, (error) => (error.status === 2 && error.message.includes(name) ? false : error));
  const near = {
    postgres: [
      'postgres://127.0.0.1:5432/shop', 'postgres:///var/run/postgresql:5432/shop', 'postgres://::1:5432/shop',
      'pglite://memory', 'pglite://./data',
    ],
    mysql: ['mysql:///tmp/mysql.sock/shop', 'mysql://mariadb:3306/shop'],
    redis: ['redis:///run/redis.sock/0', 'redis://localhost:6379/0'],
    sqlite: ['sqlite:shop.db', 'sqlite:memory:1'], files: ['files:.'], memcached: ['memcached://127.0.0.1:11211,cache:11211'],
  };
  const pairs = (kinds) => Object.entries(kinds).flatMap(([dialect, names]) => names.map((name) => [name, dialect]));
  for (const [name, dialect] of pairs(near)) assert.equal(await isNear(name, dialect), true, name);
  const far = {
    postgres: ['postgres://db.example.com:5432/shop', 'postgres://localhost:5432,db.example.com:5432/shop'],
    mysql: ['mysql://10.0.0.7:3306/shop'], redis: ['redis://s1.example.com:26379/main/0'],
    memcached: ['memcached://127.0.0.1:11211,cache.example.com:11211'],
    sqlite: ['sqlite:/srv/shop/live.db', 'sqlite:../../../srv/live.db'],
  };
  for (const [name, dialect] of pairs(far)) assert.equal(await isNear(name, dialect), false, name);
  fs.mkdirSync(path.join(cwd, '.git'));
  fs.mkdirSync(path.join(cwd, 'packages', 'app'), { recursive: true });
  assert.equal(await isNear('sqlite:../../dev.db', 'sqlite', path.join(cwd, 'packages', 'app')), true); // of the same project
});

function project(t) {
  const folder = makeFolder(t);
  const packages = installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  fs.writeFileSync(path.join(folder, 'traffic.json'), '[{"method":"POST","path":"/pay"},{"method":"POST","path":"/pay"}]');
  const starts = path.join(folder, 'starts.log');
  const env = { NACD_TEST_PRELOAD: PRELOAD, DATABASE_URL: services.urls.postgres, STARTS: starts };
  const count = () => (fs.existsSync(starts) ? fs.readFileSync(starts, 'utf8').split('\n').length - 1 : 0);
  const run = async (args, more = {}) => {
    const from = count();
    return { ...await nacd(args, { cwd: folder, env: { ...env, ...more } }), starts: count() - from };
  };
  return { folder, run };
}

const served = (store) => [
  'requests', 'run', '--serve', `node main.cjs ${store} lost`, '--traffic', 'traffic.json', '--timeout', '60',
];

test('a store that is not on this machine gets no request after the recording', async (t) => {
  const { run } = project(t);
  const { status, stdout, stderr, starts } = await run(served('postgres'), { STORE_HOST: 'db.example.com', CI: 'true' });
  assert.deepEqual([status, starts], [2, 1], stdout + stderr);
  const line = 'is not on this machine: [^\\n]*--any-store[^\\n]*$';
  assert.match(stderr, new RegExp(`^nacd: postgres://db\\.example\\.com:\\d+/postgres ${line}`, 'm'));
});

test('nothing is proved with NODE_ENV=production but with --any-store, which a replay needs, too', async (t) => {
  const { folder, run } = project(t);
  const production = { NODE_ENV: 'production' };
  const refused = await run(served('json'), production);
  assert.deepEqual([refused.status, refused.starts], [2, 1], refused.stdout + refused.stderr);
  assert.match(refused.stderr, /^nacd: NODE_ENV is production where [^\n]* files:\.: [^\n]*--any-store[^\n]*$/m);
  const again = await run(['requests', 'prove'], production);
  assert.deepEqual([again.status, again.starts], [2, 0], again.stdout + again.stderr);

  const allowed = await run([...served('json'), '--reset', 'rm -rf data', '--any-store'], production);
  assert.equal(allowed.status, 1, allowed.stdout + allowed.stderr);
  assert.doesNotMatch(allowed.stdout, /no --reset/);
  const [, kept] = /npx nacd replay (\S+)/.exec(allowed.stdout);
  const replayed = await run(['replay', kept], production);
  assert.deepEqual([replayed.status, replayed.starts], [2, 0], replayed.stdout + replayed.stderr);
  assert.match(replayed.stderr, /^nacd: NODE_ENV is production[^\n]*$/m);
  // The program's own environment says so in the first run only.
  const schedule = JSON.parse(fs.readFileSync(path.join(folder, kept), 'utf8'));
  schedule.command[1] = `NODE_ENV=production ${schedule.command[1]}`;
  fs.writeFileSync(path.join(folder, kept), JSON.stringify(schedule));
  const late = await run(['prove', kept, '--yes']);
  assert.deepEqual([late.status, late.starts], [2, 1], late.stdout + late.stderr);
});

test('a served program that nothing resets tells what is sent again, how often and to which store', () => {
  const requests = new Map([
    [1, { method: 'GET', shape: 'GET /balance' }], [2, { method: 'POST', shape: 'POST /pay' }],
    [3, { method: 'POST', shape: 'POST /pay' }], [4, { method: 'POST', shape: 'POST /stock', call: 'c1' }],
  ]);
  const stores = new Map([[1, { name: 'redis://127.0.0.1:6379/0', dialect: 'redis' }]]);
  const recordings = [{ requests, stores, operations: new Map() }];
  const again = (more) => sentAgain(servedCommand({ serve: 'x', traffic: 'y', ...more }), [{}, {}], recordings);
  assert.equal(again({ reset: 'z' }), undefined);
  assert.equal(messages.nothingResets(again()), 'no --reset: nothing puts the state back. The proofs of 2 candidates take some '
    + '6 to 18 runs, and each sends 3 requests to redis://127.0.0.1:6379/0: POST /pay (2 times), GET /balance');
});
