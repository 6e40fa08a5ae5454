'use strict';
// Where proofs may write: stores of this machine, and none of production.
const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { promisify } = require('node:util');
const { networksHere } = require('../../../../lib/requests/record/hosts.js');
const { demandNear } = require('../../../../lib/requests/record/whereabouts.js');
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

test('each kind of store tells where it is', async (t) => {
  const cwd = makeFolder(t);
  const options = { networks: networksHere(DOCKER, false), lookup: async () => [] };
  const isNear = (name, dialect, at = cwd) => demandNear({ stores: [{ name, dialect, cwd: at }] }, { options })
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

test('what is no known store counts by the address that it was connected to', async () => {
  const options = { networks: networksHere(DOCKER, false), lookup: async () => [], behind: () => [] };
  const refusal = (used) => demandNear(used, { options })
    .then(() => undefined, ({ status, message }) => [status, message]);
  const near = [{ host: '127.0.0.1', port: 27017 }, { host: '172.17.0.3', port: 9092 }, { host: '::1', port: 25 }];
  const web = { host: '10.0.0.9', port: 443, protocol: 'http' };
  const { protocol: _, ...early } = web; // written before its protocol was known
  const call = { host: 'pay.example.com:443', writes: true };
  assert.equal(await refusal({ peers: near }), undefined);
  const [status, message] = await refusal({ peers: [...near, { host: '10.0.0.7', port: 27017 }] });
  assert.equal(status, 2);
  assert.match(message, /^nacd: 10\.0\.0\.7:27017 is not on this machine: [^\n]*--any-store[^\n]*$/);
  // A proof may read from other services, and write to what a mock answers for.
  assert.equal(await refusal({ peers: [early, web], calls: [{ host: 'keys.example.com' }] }), undefined);
  assert.equal(await refusal({ peers: near, calls: [call] }), undefined);
  const [, called] = await refusal({ peers: [web], calls: [call] });
  assert.match(called, /^nacd: pay\.example\.com:443 is not on this machine/);
  assert.equal(await refusal({ peers: [web], calls: [{ host: 'localhost:3000', writes: true }] }), undefined);
});

test('in production what is no known store counts too, unless the program itself listens there', async () => {
  const options = { networks: networksHere(DOCKER, false), lookup: async () => [], behind: () => [] };
  const refusal = (used) => demandNear(used, { options }).then(() => undefined, ({ status, message }) => `${status} ${message}`);
  const mongo = { host: '127.0.0.1', port: 27017, production: true };
  const socket = { host: '/run/mongodb.sock', production: true };
  const web = { host: '127.0.0.1', port: 9200, protocol: 'http', production: true };
  const call = { host: 'localhost:9200', writes: true };
  const own = { ports: [27017, 9200] };
  const line = (name) => new RegExp(`^2 nacd: NODE_ENV is production where the program uses ${name}: [^\n]*--any-store[^\n]*$`);
  assert.match(await refusal({ peers: [mongo] }), line('127\\.0\\.0\\.1:27017'));
  assert.match(await refusal({ peers: [socket] }), line('/run/mongodb\\.sock'));
  assert.match(await refusal({ peers: [web], calls: [call] }), line('localhost:9200'));
  const store = { name: 'postgres://localhost:5432/shop', dialect: 'postgres', production: true };
  assert.match(await refusal({ stores: [store], peers: [{ ...mongo, port: 5432 }] }), line('postgres://localhost:5432/shop'));
  for (const fine of [
    { peers: [{ ...mongo, production: undefined }] }, { peers: [mongo], ...own }, { peers: [web] },
    { peers: [web], calls: [{ host: 'localhost:9200' }] }, { peers: [web], calls: [call], ...own },
    { peers: [{ ...web, production: undefined }], calls: [call] },
  ]) assert.equal(await refusal(fine), undefined, JSON.stringify(fine));
});

test('what may be on another machine for all that can be seen is named', async () => {
  const lookup = async (name) => (name === 'postgres' ? ['172.17.0.2'] : []);
  const hides = ({ host, port }) => (port === 27017 || host === '/run/other.sock' ? undefined : []);
  const options = { networks: networksHere(DOCKER, false), lookup, behind: async (place) => hides(place) };
  const stores = [{ name: 'postgres://postgres:5432/shop', dialect: 'postgres' }, { name: 'redis://127.0.0.1:6379/0', dialect: 'redis' }];
  const peers = [{ host: '172.17.0.2', port: 5432 }, { host: '127.0.0.1', port: 6379 }, { host: '127.0.0.1', port: 27017 },
    { host: '/run/near.sock' }, { host: '/run/other.sock' }];
  assert.deepEqual(await demandNear({ stores, peers }, { options }), ['/run/other.sock', '127.0.0.1:27017', 'postgres://postgres:5432/shop']);
  assert.deepEqual(await demandNear({ stores: [stores[1]], peers: [peers[1], peers[3]] }, { options }), []);
  assert.deepEqual(await demandNear({ stores, peers }, { options, anyStore: true }), []);
});

const PACKAGES = { services: { ioredis: '6.0.0', pg: '8.23.1' }, 'requests-sqlite': { 'better-sqlite3': '12.11.1' } };

function project(t, kind = 'services') {
  const folder = makeFolder(t);
  const packages = installed(kind, PACKAGES[kind]);
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

test('a port whose program is connected to another machine is a tunnel', async (t) => {
  const options = { networks: networksHere(DOCKER, false), behind: async ({ port }) => (port === 5433 ? ['127.0.0.1', '10.0.0.7'] : []) };
  const refusal = (name) => demandNear({ stores: [{ name, dialect: 'postgres' }] }, { options })
    .then(() => undefined, ({ message }) => message);
  assert.equal(await refusal('postgres://localhost:5432/shop'), undefined);
  assert.match(await refusal('postgres://localhost:5433/shop'),
    /^nacd: \S+:5433\/shop \(what listens at localhost:5433 is connected to 10\.0\.0\.7\) is not on this machine/);
});

test('no request is sent again to an unknown store of production on this machine', async (t) => {
  const received = [];
  const store = net.createServer((socket) => socket.on('data', (data) => received.push(String(data))).on('error', () => {}))
    .listen(0, '127.0.0.1');
  await once(store, 'listening');
  t.after(() => store.close());
  const { run } = project(t, 'requests-sqlite');
  const { port } = store.address();
  const env = { SQLITE_FILE: ':memory:', UNKNOWN_STORE: String(port) };
  const payments = () => received.join('').split('\n').filter(Boolean).length;
  const refused = await run(served('sqlite'), { ...env, NODE_ENV: 'production', CI: 'true' });
  assert.deepEqual([refused.status, refused.starts, payments()], [2, 1, 2], refused.stdout + refused.stderr);
  assert.match(refused.stderr, new RegExp(`^nacd: NODE_ENV is production where [^\n]* 127\\.0\\.0\\.1:${port}: [^\n]*--any-store`, 'm'));
  const { stdout, starts } = await run(served('sqlite'), env);
  assert.match(stdout, new RegExp(`no --reset: [^\n]* to [^\n]*127\\.0\\.0\\.1:${port}`)); // said before the proofs
  assert.ok(starts > 1 && payments() > 2);
});

test('a proof uses the environment of now: another store than the recorded one is seen, after one run at most', async (t) => {
  const { run } = project(t);
  const record = served('postgres').map((word) => (word === 'run' ? 'record' : word));
  const recorded = await run(record);
  assert.deepEqual([recorded.status, recorded.starts], [0, 1], recorded.stdout + recorded.stderr);
  assert.equal((await run(['requests', 'find'])).status, 0);
  const production = await run(['requests', 'prove'], { NODE_ENV: 'production' });
  assert.deepEqual([production.status, production.starts], [2, 0], production.stdout + production.stderr);
  assert.match(production.stderr, /^nacd: NODE_ENV is production/m);
  const moved = await run(['requests', 'prove'], { STORE_HOST: 'db.example.com' });
  assert.deepEqual([moved.status, moved.starts], [2, 1], moved.stdout + moved.stderr);
  assert.match(moved.stderr, /^nacd: postgres:\/\/db\.example\.com:\d+\/postgres is not on this machine/m);
});

test('a recording has the addresses that a program was connected to, and which of them are HTTP', async (t) => {
  const folder = makeFolder(t);
  const program = `
    const [http, net] = [require('node:http'), require('node:net')];
    const listen = (server) => new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve(server.address().port));
    });
    const answer = (request, response) => response.end('ok');
    (async () => {
      const ports = [await listen(net.createServer((socket) => socket.end('x'))), await listen(http.createServer(answer)),
        await listen(http.createServer(answer))];
      await new Promise((resolve) => net.connect(ports[0], '127.0.0.1').on('close', resolve).resume());
      const get = (port, then) => http.get({ port, host: '127.0.0.1', agent: false }, (got) => got.resume().on('end', then));
      await new Promise((resolve) => get(ports[1], resolve));
      await (await fetch('http://127.0.0.1:' + ports[2])).text();
      const sockets = [process.cwd() + '/a.sock', '\\0nacd-test-' + process.pid];
      for (const place of process.platform === 'win32' ? [] : sockets.slice(0, process.platform === 'linux' ? 2 : 1)) {
        const server = net.createServer((socket) => socket.end('x'));
        await new Promise((resolve) => server.listen(place, resolve));
        await new Promise((resolve) => net.connect(place).on('close', resolve).resume());
      }
      console.log(JSON.stringify(ports));
      process.exit(0);
    })();`;
  const env = { ...process.env, NODE_ENV: 'production', NACD_MODE: 'never', NACD_REQUESTS: 'record', NACD_TRACE: folder };
  const { stdout } = await promisify(execFile)(process.execPath, ['-r', PRELOAD, '-e', program], { env, cwd: folder });
  const ports = JSON.parse(stdout);
  const lines = fs.readdirSync(folder).filter((name) => /^recorded-.*ndjson$/.test(name))
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n').map((line) => JSON.parse(line)));
  const peers = lines.filter(({ type }) => type === 'peer');
  const protocols = (port) => peers.filter((peer) => peer.port === port).map(({ protocol }) => protocol);
  assert.deepEqual(protocols(ports[0]), [undefined]);
  assert.deepEqual(protocols(ports[1]), ['http']);
  assert.ok(protocols(ports[2]).includes('http'));
  assert.ok(peers.every(({ production }) => production));
  if (process.platform === 'win32') return;
  assert.ok(peers.some(({ host }) => host === path.join(fs.realpathSync(folder), 'a.sock')), JSON.stringify(peers));
  assert.equal(peers.some(({ host }) => /^@nacd-test-\d+$/.test(host)), process.platform === 'linux');
});
