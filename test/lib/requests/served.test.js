'use strict';
// nacd requests --serve: a server and its traffic instead of a test suite, also with several processes of the server.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const fs = require('node:fs');
const { createServer } = require('node:http');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder, nacd } = require('../../support/cli.js');
const { root } = require('../../support/package.js');

const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const FIXTURE = path.join(root, 'test', 'fixtures', 'requests', 'served.cjs');
const RESET = ['--reset', 'node main.cjs reset'];

function project(t) {
  const folder = makeFolder(t);
  fs.copyFileSync(FIXTURE, path.join(folder, 'main.cjs'));
  fs.writeFileSync(path.join(folder, 'traffic.json'), JSON.stringify([{ method: 'POST', path: '/hit', body: { by: 1 } }]));
  const run = (...args) => nacd(args, { cwd: folder, env: { NACD_TEST_PRELOAD: PRELOAD } });
  const write = (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return name;
  };
  return Object.assign(run, { write });
}

const served = (name) => ['--serve', `node main.cjs ${name}`, '--traffic', 'traffic.json', ...RESET, '--timeout', '60'];

test('a queue in memory is a lock in one process, and none between two; a file is one between all', async (t) => {
  const run = project(t);
  const one = await run('requests', 'run', ...served('queue'));
  assert.equal(one.status, 0, one.stdout + one.stderr);
  const check = run.write('check.mjs', `export default ({ state }) => {
    if (/\\bn\\W+1\\b/.test(JSON.stringify(state))) return 'a hit is missing';
  };`);
  const two = await run('requests', 'run', ...served('queue'), '--instances', '2', '--check', check);
  assert.equal(two.status, 1, two.stdout + two.stderr);
  assert.match(two.stdout, /an invariant does not hold: a hit is missing {3}proved 5 of 5$/m);
  assert.doesNotMatch(two.stdout, /sent by/); // not by the line where the server listens
  const [, kept] = /npx nacd replay (\S+)/.exec(two.stdout);
  const replay = await run('replay', kept);
  assert.match(replay.stdout, /REPEATED 1 of 1/, replay.stdout + replay.stderr); // by the same check
  const file = await run('requests', 'run', ...served('file'), '--instances', '2');
  assert.equal(file.status, 0, file.stdout + file.stderr);
});

test('workers of node:cluster have no common lock in memory, and each of them is held', async (t) => {
  const run = project(t);
  const { status, stdout, stderr } = await run('requests', 'run', ...served('queue cluster'));
  assert.equal(status, 1, stdout + stderr);
  // Both are held: each in its worker.
  assert.match(stdout, /order {10}A:readfile {2}B:readfile {2}B:writefile {2}A:writefile$/m);
});

test('services that listen later than the gateway are waited for: if they came too late, it is recorded again', async (t) => {
  const run = project(t);
  const text = fs.readFileSync(path.join(path.dirname(FIXTURE), 'late-service.cjs'), 'utf8');
  for (const name of ['start', 'gateway', 'stock']) run.write(`${name}.cjs`, text);
  run.write('stock.json', '{"seats":1}');
  run.write('traffic.json', '[{"path":"/seats"}]');
  const command = ['--serve', 'node start.cjs start', '--traffic', 'traffic.json', '--timeout', '60'];
  const { stdout, stderr } = await run('requests', 'record', ...command);
  assert.match(stdout, /^2 requests of 2 handlers/m, stdout + stderr);
  const again = await run('requests', 'record', ...command); // the quiet time is over before the service listens
  assert.match(again.stdout, /^2 requests of 2 handlers/m, again.stdout + again.stderr);
});

test('mistakes about a served program are one line', async (t) => {
  const run = project(t);
  const line = async (...args) => {
    const { status, stderr } = await run('requests', 'run', ...args);
    return [status, stderr.trimEnd()];
  };
  assert.deepEqual(await line('--traffic', 'x'), [2, 'nacd: --traffic needs --serve, the command that starts the server']);
  assert.match((await line('--serve', 'x'))[1], /^nacd: --serve needs --traffic: [^\n]*$/);
  const wrongs = { '{': 'JSON', '{}': 'neither a list nor a HAR', '[]': 'no request', '[{"path":"x"}]': 'entry 1 has no "path"' };
  for (const [content, wrong] of Object.entries(wrongs)) {
    const name = run.write('bad.json', content);
    const [code, message] = await line('--serve', 'x', '--traffic', name);
    assert.equal(code, 2);
    assert.match(message, new RegExp(`^nacd: --traffic=bad\\.json is not valid: [^\n]*${wrong}[^\n]*$`));
  }
  const [code, missing] = await line('--serve', 'x', '--traffic', 'none.har');
  assert.equal(code, 2);
  assert.match(missing, /^nacd: [^\n]*none\.har[^\n]*ENOENT[^\n]*$/);
  const [status, text] = await line('--serve', 'node -e 0', '--traffic', 'traffic.json');
  assert.equal(status, 3);
  assert.match(text, /^nacd: the server of --serve ended \(status 0\) before it listened on a port: [^\n]*$/);
  run.write('broker.cjs', 'require("node:net").connect(1, "127.0.0.1").on("error", () => process.exit(1))');
  const broker = await line('--serve', 'node broker.cjs', '--traffic', 'traffic.json');
  assert.match(broker[1], /; nothing answers at 127\.0\.0\.1:1 \(ECONNREFUSED\), to which broker\.cjs connects[^\n]*$/);
  const [failed, how] = await line('--serve', 'node main.cjs', '--traffic', 'exit 3', ...RESET);
  assert.equal(failed, 3);
  assert.match(how, /^nacd: the --traffic command ends with status 3: [^\n]*$/);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  const listen = `createServer().on('error', () => process.exit(1)).listen(${port})`; // which says nothing
  run.write('silent.cjs', `require('node:http').${listen};`);
  const [inUse, told] = await line('--serve', 'node silent.cjs', '--traffic', 'traffic.json');
  taken.close();
  assert.equal(inUse, 2);
  const use = `^nacd: the server of --serve cannot listen on port ${port}, which is in use \\(EADDRINUSE\\): [^\n]*$`;
  assert.match(told, new RegExp(use));
  assert.match((await line('--serve', 'x', '--traffic', 'y', '--reset', 'exit 4'))[1], /the --reset command ends with status 4: [^\n]*$/);
});

test('a recording tells of a service whose port is in use, and of a server that refuses all requests', async (t) => {
  const run = project(t);
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const { port } = taken.address();
  run.write('gateway.cjs', `require('node:http').createServer((request, response) => {
    const { STATUS } = process.env;
    if (STATUS) require('node:fs').readFileSync('gateway.cjs');
    response.writeHead(STATUS ?? 404).end();
  }).listen(process.env.OWN ?? process.env.PORT, '127.0.0.1');`);
  run.write('start.cjs', `require('node:child_process').fork('stock.cjs').once('exit', () => require('./gateway.cjs'));`);
  run.write('stock.cjs', `require('node:http').createServer().listen(${port}, '127.0.0.1');`);
  const ofService = await run('requests', 'record', '--serve', 'node start.cjs', '--traffic', 'traffic.json');
  assert.equal(ofService.status, 2, ofService.stdout + ofService.stderr); // no request used a store
  assert.match(ofService.stderr, new RegExp(`cannot listen on port ${port}, which is in use`));

  const refused = await run('requests', 'record', '--serve', 'OWN=0 node gateway.cjs', '--traffic', 'traffic.json');
  assert.match(refused.stdout, /^ {2}no server listens on the port in [^\n]* goes to that of gateway\.cjs, port \d+$/m);
  assert.equal(refused.status, 3, refused.stdout + refused.stderr);
  assert.match(refused.stderr, /^nacd: no request used a store, and it was answered 404: [^\n]*$/m);

  const down = await run('requests', 'run', '--serve', 'STATUS=503 node gateway.cjs', '--traffic', 'traffic.json');
  assert.equal(down.status, 3, down.stdout + down.stderr); // the request did use a store
  assert.match(down.stderr, /^nacd: the only request was answered 503, so there is nothing to find: [^\n]*$/m);
});
