'use strict';
// Campaigns on several machines, each a process with a checkout of its own, and a real Redis.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const net = require('node:net');
const path = require('node:path');
const { after, before, test } = require('node:test');

const { Board } = require('../../../lib/queue/board.js');
const { readTraces } = require('../../../lib/trace/read.js');
const { makeFolder, nacd, readJson, start, until } = require('../../support/cli.js');
const { installed } = require('../../support/installed.js');
const { startServices } = require('../../support/services.js');

// The packages that a user installs for --queue. nacd looks for them as require() does.
const packages = installed('queue', { bullmq: '6.7.0', ioredis: '5.11.1' });
process.env.NODE_PATH = path.join(packages, 'node_modules');
const load = createRequire(path.join(packages, 'index.js'));
const Redis = load('ioredis');

const QUICK = ['--max-delay', '20'];

let services;
let redis;
before(async () => {
  services = await startServices('redis');
  redis = new Redis(services.urls.redis);
});
after(async () => {
  redis?.disconnect();
  await services?.stop();
});

const queue = (name) => ['--queue', `${services.urls.redis}/${name}`];
const jobsOf = async (name) => (await redis.keys('*')).filter((key) => key.includes(name) && !key.endsWith(':campaign'));

// Starts a verb, and ends it after the test if that has not.
function begin(t, args, options) {
  const child = start(args, options);
  t.after(() => child.kill('SIGKILL'));
  child.text = '';
  child.stdout.on('data', (chunk) => {
    child.text += chunk;
  });
  return child;
}

test('one machine finds a race: the others stop, and its folder is at the asker, where it replays', async (t) => {
  const [cwd, ...others] = [1, 2, 3].map(() => makeFolder(t, 'race.js'));
  const command = ['--', 'node', 'race.js'];
  const workers = others.map((folder) => begin(t, ['worker', ...queue('race'), ...command], { cwd: folder }));
  const { status, stdout, stderr } = await nacd(['run', ...queue('race'), '--seed', '1', '-n', '400', ...command], { cwd });
  assert.deepEqual([status, stderr], [1, '']);
  assert.match(stdout, /takes part with 1 run at once; 1 in all\n/);
  assert.match(stdout, /Error: the file was not looked at yet\n\s+at Timeout/);
  for (const { ended } of workers) {
    const end = await ended;
    assert.deepEqual([end.status, end.stderr], [0, '']);
    assert.match(end.stdout, /the campaign has ended: 1 failure\n|nothing to do/);
  }
  const { runs, failures, state } = readJson(cwd, '.nacd/campaign.json');
  assert.equal(state, 'done');
  assert.ok(runs.length < 10 && runs[0].machine, JSON.stringify(runs.map(({ verdict }) => verdict)));
  const folder = path.join(cwd, '.nacd', failures[0].example);
  assert.deepEqual(fs.readdirSync(folder).sort(), ['run.json', 'schedule.json', 'stderr', 'stdout', 'trace']);
  assert.equal(fs.readdirSync(path.join(folder, 'trace')).length, 1);
  // The run had the options of its own turn, not those of the campaign as a whole.
  const failed = runs.find((run) => run.folder === failures[0].example);
  const [trace] = readTraces(path.join(folder, 'trace'));
  assert.equal(trace.header.seed, failed.seed);
  assert.equal(trace.header.options.strategy, failed.strategy);
  assert.deepEqual(await jobsOf('race'), []);
  const again = await nacd(['replay'], { cwd });
  assert.equal(again.status, 1, again.stdout);
  assert.match(again.stdout, /failed again: Error: the file was not looked at yet/);
});

// Waits in each run with delays until the file "go" is there, and says that it waits.
const WAITS = `
const fs = require('node:fs');
fs.access(__filename, () => {
  if (process.env.NACD_MODE === 'never') return;
  fs.appendFileSync('began', '.');
  const timer = setInterval(() => fs.existsSync('go') && clearInterval(timer), 20);
});
`;

function waiting(t) {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'waits.js'), WAITS);
  return cwd;
}

const isIn = (cwd, name) => fs.existsSync(path.join(cwd, name));

test('the run of a machine that is killed is done again by another', async (t) => {
  const [cwd, first, second] = [1, 2, 3].map(() => waiting(t));
  const command = ['--', 'node', 'waits.js'];
  const asker = begin(t, ['run', ...queue('killed'), ...QUICK, '-n', '3', ...command], { cwd, env: { NACD_UNSUPPORTED_SILENCE: '1' } });
  const killed = begin(t, ['worker', ...queue('killed'), ...command], { cwd: first });
  await until(() => isIn(first, 'began'), 'run on the first machine');
  killed.kill('SIGKILL');
  fs.writeFileSync(path.join(second, 'go'), '');
  const other = begin(t, ['worker', ...queue('killed'), '--jobs', '2', ...command], { cwd: second });
  const { status, stdout } = await asker.ended;
  assert.equal(status, 0, stdout);
  const { runs } = readJson(cwd, '.nacd/campaign.json');
  assert.deepEqual(runs.map(({ folder }) => path.basename(folder)).sort(), ['0001', '0002', '0003']);
  assert.ok(runs.every(({ verdict }) => verdict === 'passed'));
  const end = await other.ended;
  assert.match(end.stdout, /2 runs at once\n3 runs made; the campaign has ended: no failure\n$/);
});

test('a machine with another commit or command is refused; an asker that is interrupted ends the others', async (t) => {
  const [cwd, other] = [waiting(t), waiting(t)];
  const command = ['--', 'node', 'waits.js'];
  const asker = begin(t, ['run', ...queue('refused'), ...QUICK, '--commit', 'v1', ...command], { cwd });
  await until(() => asker.text.includes('waiting for machines'), 'campaign');
  const refused = async (args, pattern) => {
    const { status, stderr } = await nacd(['worker', ...queue('refused'), ...args], { cwd: other });
    assert.equal(status, 2);
    assert.match(stderr, pattern);
    assert.equal(stderr.split('\n').length, 2);
  };
  await refused(['--commit', 'v2', ...command], /^nacd worker: this machine has commit v2, and the campaign is about commit v1\n/);
  await refused(['--commit', 'v1', '--', 'node', 'x.js'], /has the command node x\.js, and the campaign is about the command node waits\.js\n/);
  await until(() => /cannot take part: this machine has the command node x\.js, and the campaign/.test(asker.text), 'line at the asker');
  const busy = await nacd(['run', ...queue('refused'), '--out', 'two', ...command], { cwd });
  assert.equal(busy.status, 2);
  assert.match(busy.stderr, /^nacd: process \d+ on .* has a campaign on redis:.*refused: wait until it ends[^\n]*\n$/);
  const worker = begin(t, ['worker', ...queue('refused'), '--commit', 'v1', ...command], { cwd: other });
  await until(() => isIn(other, 'began'), 'run on the machine');
  asker.kill('SIGINT');
  assert.equal((await asker.ended).status, 130);
  const end = await worker.ended;
  assert.equal(end.status, 0);
  assert.match(end.stdout, /0 runs made; the campaign was interrupted\n$/);
  assert.deepEqual(await jobsOf('refused'), []);
  assert.ok(!fs.existsSync(path.join(other, '.nacd', 'worker', 'runs', '1')), 'the run is ended');
});

test('of two askers that come at once one has the queue', async () => {
  const key = 'nacd-queue:both:campaign';
  const first = { id: 'first', state: 'preparing' };
  await redis.set(key, JSON.stringify({ id: 'old', state: 'ended' }));
  const client = Object.create(redis, { get: { value: async (...args) => {
    const text = await redis.get(...args);
    await redis.set(key, JSON.stringify(first)); // the other one was faster
    return text;
  } } });
  assert.deepEqual(await new Board(client, 'both').take({ id: 'second', state: 'preparing' }, 5), first);
  await redis.del(key);
});

test('a machine in whose checkout the command fails by itself is refused; without machines the asker ends', async (t) => {
  const [cwd, other] = [makeFolder(t, 'steady.js'), makeFolder(t, 'broken.js')];
  fs.renameSync(path.join(other, 'broken.js'), path.join(other, 'steady.js'));
  const command = ['--', 'node', 'steady.js'];
  const asker = begin(t, ['run', ...queue('broken'), ...command], { cwd, env: { NACD_UNSUPPORTED_WAIT: '2' } });
  const { status, stderr } = await nacd(['worker', ...queue('broken'), ...command], { cwd: other });
  assert.equal(status, 3);
  assert.match(stderr, /^nacd worker: the command fails here without delays: TypeError: broken without any delay\n$/);
  const end = await asker.ended;
  assert.equal(end.status, 2);
  assert.match(end.stderr, /^nacd: no machine has taken part for 2 s: start "nacd worker --queue"[^\n]*\n$/);
  assert.equal(readJson(cwd, '.nacd/campaign.json').state, 'broken');
});

test('a job out of the queue has no command, no path and no option that is none', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const bullmq = load('bullmq');
  const { identityOf } = require('../../../lib/queue/identity.js');
  const connection = new Redis(services.urls.redis, { maxRetriesPerRequest: null });
  const reader = connection.duplicate();
  t.after(() => [connection, reader].forEach((client) => client.disconnect()));
  const jobs = new bullmq.Queue('hostile-1', { connection, prefix: 'nacd' });
  const evil = ['node', '-e', 'require("fs").writeFileSync("evil", "")'];
  const model = '/nowhere/model.json'; // would end the program
  const schedule = { format: 1, options: { model }, command: evil, delays: [] };
  await jobs.add('run', { command: evil, options: { mode: 'replay', model, trace: cwd }, schedule, cwd: '/' });
  await jobs.add('run', { options: { seed: '1; touch evil' }, command: evil });
  const entry = {
    ...identityOf({ cwd, out: path.join(cwd, '.nacd'), command: ['node', 'steady.js'], values: {} }),
    id: 'x', queue: 'hostile-1', state: 'running', silence: 30, options: { model }, prefix: evil, timeout: 60,
    aside: [], known: [],
  };
  const key = 'nacd-queue:hostile:campaign';
  await redis.mset(key, JSON.stringify(entry), 'nacd-queue:hostile:jobs', 'hostile-1');
  const events = new bullmq.QueueEvents('hostile-1', { connection: reader, prefix: 'nacd', lastEventId: '0-0' });
  t.after(() => events.close());
  const seen = [];
  for (const kind of ['completed', 'failed']) events.on(kind, (event) => seen.push({ kind, ...event }));
  const worker = begin(t, ['worker', ...queue('hostile'), '--', 'node', 'steady.js'], { cwd });
  await until(() => seen.length === 2, 'end of both jobs');
  assert.equal(seen[0].returnvalue.result.verdict, 'passed');
  assert.equal(seen[1].failedReason, 'its description is not valid');
  assert.ok(!isIn(cwd, 'evil'));
  await redis.del(key); // as when the asker is killed
  await redis.publish('nacd-queue:hostile:campaign-news', 'x');
  const end = await worker.ended;
  assert.equal(end.status, 2);
  assert.match(end.stderr, /^nacd worker: process NaN on undefined, which asked for the campaign, is gone\n$/);
});

test('a wrong address, a missing Redis, a wrong password: one line and status 2, soon', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const command = ['--', 'node', 'steady.js'];
  const fails = async (args, pattern) => {
    const { status, stdout, stderr } = await nacd(args, { cwd });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, pattern);
    assert.equal(stderr.split('\n').length, 2);
  };
  await fails(['run', '--queue', 'http://h/n', ...command], /^nacd: --queue=http:\/\/h\/n is not valid: it begins with neither redis/);
  await fails(['worker', ...command], /^nacd worker: --queue is missing: nacd worker --queue redis:\/\/HOST\/NAME -- npm test\n/);
  await fails(['run', ...queue('a'), '--shard', '1/2', ...command], /^nacd run: --shard does not go with --queue/);
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await fails(['run', '--queue', `redis://127.0.0.1:${port}/a`, ...command], /^nacd: no Redis at redis:.*ECONNREFUSED/);
  await redis.config('SET', 'requirepass', 'other');
  t.after(() => redis.config('SET', 'requirepass', ''));
  const wrong = services.urls.redis.replace('//', '//:secret@');
  await fails(['worker', '--queue', `${wrong}/a`, ...command], /^nacd: no Redis at redis:\/\/127.0.0.1:\d+\/a: [^\n]*WRONGPASS/);
  await fails(['worker', ...queue('a'), ...command], /^nacd: no Redis at redis:\/\/127.0.0.1:\d+\/a: [^\n]*NOAUTH/);
});

const hasTls = /tls/i.test(spawnSync('redis-server', ['--tls-port', '0', '--port', '0', '--check'], { encoding: 'utf8' }).stderr)
  || spawnSync('ldd', ['/usr/bin/redis-server'], { encoding: 'utf8' }).stdout?.includes('libssl');
test('TLS and a password, as Redis has them', { skip: !hasTls && 'this Redis has no TLS' }, async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const secure = await startServices('redisTls');
  t.after(() => secure.stop());
  const { port } = new URL(secure.urls.redisTls);
  const ca = path.join(cwd, 'ca.pem');
  fs.writeFileSync(ca, require('../../fixtures/hooks/certificate.js').cert);
  const admin = new Redis(secure.urls.redisTls, { tls: { ca: fs.readFileSync(ca) } });
  t.after(() => admin.disconnect());
  await admin.config('SET', 'requirepass', 'p@ss');
  const env = { NODE_EXTRA_CA_CERTS: ca, NACD_QUEUE: `rediss://:p%40ss@localhost:${port}/tls` };
  fs.appendFileSync(path.join(cwd, 'steady.js'), ';if (process.env.NACD_QUEUE) throw new Error("the program sees the password");\n');
  const command = ['--', 'node', 'steady.js'];
  const worker = begin(t, ['worker', ...command], { cwd, env });
  const { status, stdout, stderr } = await nacd(['run', '-n', '2', ...QUICK, ...command], { cwd, env });
  assert.deepEqual([status, stderr], [0, ''], stdout);
  assert.equal((await worker.ended).status, 0);
  assert.doesNotMatch(fs.readFileSync(path.join(cwd, '.nacd', 'campaign.json'), 'utf8'), /p@ss|p%40ss/);
});
