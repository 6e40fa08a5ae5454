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
const { isHostHere, networksHere } = require('../../../../lib/requests/record/hosts.js');
const { connectedBehind } = require('../../../../lib/requests/record/tunnels.js');
const { demandNear } = require('../../../../lib/requests/record/whereabouts.js');
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
    intranet: ['10.1.2.9'], service: ['172.17.0.5'], 'shop.test': ['127.0.0.1'], 'db.example.com': ['10.1.2.9'], 'two.example.com': ['127.0.0.1', '10.1.2.9'],
  };
  const lookup = async (name) => known[name] ?? [];
  const here = (host, interfaces, isContainer = false) => (
    isHostHere(host, { networks: networksHere(interfaces, isContainer), lookup }));
  const names = {
    localhost: true, postgres: true, 'db.localhost': true, 'host.docker.internal': true, 'shop.test': true,
    '127.0.0.5': true, '::1': true, '10.1.2.3': true, '172.17.0.2': true,
    'db.example.com': false, 'two.example.com': false, 'unknown.example.com': false, 'db.internal': false,
    '10.1.2.9': false, '172.18.0.2': false, '8.8.8.8': false, '::ffff:10.1.2.3': true, '::ffff:10.1.2.9': false,
    intranet: false, service: true, // names without a dot that something resolves
  };
  for (const [host, isHere] of Object.entries(names)) assert.equal(await here(host, OFFICE), isHere, host);
  assert.equal(await here('10.1.2.9', OFFICE, true), true); // this is a container of that network
  assert.equal(await here('10.1.2.9', DOCKER), false);
});

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

test('a port whose program is connected to another machine is a tunnel', async (t) => {
  const behind = (port) => (port === 5433 ? ['127.0.0.1', '10.0.0.7'] : []);
  const options = { networks: networksHere(DOCKER, false), behind };
  const refusal = (name) => demandNear({ stores: [{ name, dialect: 'postgres' }] }, { options })
    .catch(({ message }) => message);
  assert.equal(await refusal('postgres://localhost:5432/shop'), undefined);
  assert.match(await refusal('postgres://localhost:5433/shop'),
    /^nacd: \S+:5433\/shop \(what listens on port 5433 is connected to 10\.0\.0\.7\) is not on this machine/);
  if (process.platform !== 'linux') return;
  // This process stands for the tunnel, and a server for the other machine.
  const listen = (onConnection) => new Promise((resolve) => {
    const server = net.createServer(onConnection).listen(0, '127.0.0.1', () => resolve(server));
    t.after(() => server.close());
  });
  const open = [];
  const tunnel = await listen();
  const { port } = tunnel.address();
  const unrelated = connectedBehind()(1);
  assert.deepEqual(unrelated, []);
  const before = connectedBehind()(port).length;
  const far = await listen((socket) => open.push(socket));
  open.push(net.connect(far.address().port, '127.0.0.1'));
  await once(open[0], 'connect');
  assert.ok(connectedBehind()(port).length > before);
  assert.ok(connectedBehind()(port).every((address) => address === '127.0.0.1' || address.includes(':')));
  for (const socket of open) socket.destroy();
});

test('a child that serves a connection of the port is a tunnel, and a client from elsewhere makes none', (t) => {
  const proc = makeFolder(t);
  const [HERE, OTHER] = ['0100007F', '0700000A']; // 127.0.0.1, 10.0.0.7
  const hex = (port) => port.toString(16).toUpperCase().padStart(4, '0');
  const line = (inode, [local, remote, state]) => (
    `0: ${HERE}:${hex(local)} ${remote[0]}:${hex(remote[1])} ${state} 0:0 0:0 0 0 0 ${inode}`);
  const sockets = {
    1: [5433, [HERE, 0], '0A'], 2: [5433, [HERE, 4000], '01'], 3: [5000, [OTHER, 5432], '01'], // a forking forwarder
    4: [5432, [HERE, 0], '0A'], 5: [5432, [OTHER, 4001], '01'], // a database with a client from elsewhere
  };
  const lines = Object.entries(sockets).map(([inode, socket]) => line(inode, socket));
  fs.mkdirSync(path.join(proc, 'net'));
  fs.writeFileSync(path.join(proc, 'net', 'tcp'), ['head', ...lines].join('\n'));
  for (const [pid, inodes] of Object.entries({ 10: [1], 11: [2, 3], 20: [4, 5] })) {
    fs.mkdirSync(path.join(proc, pid, 'fd'), { recursive: true });
    for (const inode of inodes) fs.symlinkSync(`socket:[${inode}]`, path.join(proc, pid, 'fd', String(inode)));
  }
  const behind = connectedBehind(proc);
  assert.deepEqual([5433, 5432, 1].map(behind), [['10.0.0.7'], [], []]);
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
      console.log(JSON.stringify(ports));
      process.exit(0);
    })();`;
  const env = { ...process.env, NACD_MODE: 'never', NACD_REQUESTS: 'record', NACD_TRACE: folder };
  const { stdout } = await promisify(execFile)(process.execPath, ['-r', PRELOAD, '-e', program], { env, cwd: folder });
  const ports = JSON.parse(stdout);
  const lines = fs.readdirSync(folder).filter((name) => /^recorded-.*ndjson$/.test(name))
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n').map((line) => JSON.parse(line)));
  const peers = lines.filter(({ type }) => type === 'peer');
  const protocols = (port) => peers.filter((peer) => peer.port === port).map(({ protocol }) => protocol);
  assert.deepEqual(protocols(ports[0]), [undefined]);
  assert.deepEqual(protocols(ports[1]), ['http']);
  assert.ok(protocols(ports[2]).includes('http'));
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
