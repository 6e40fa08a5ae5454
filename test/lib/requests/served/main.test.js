'use strict';
// One run of a served program (lib/requests/served/main.js), with a stand-in for a recorded server.
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { carriedOut } = require('../../../../lib/requests/served/command.js');
const { makeFolder } = require('../../../support/cli.js');

// Writes the lines of a recorder; the argument says how it behaves.
const SERVER = `
const fs = require('node:fs');
const http = require('node:http');
const [how] = process.argv.slice(2);
const writer = (thread) => (line) =>
  fs.appendFileSync('trace/recorded-' + process.pid + '-' + thread + '.ndjson', JSON.stringify(line) + '\\n');
const write = writer(0);
let messages = 0;
const consumeLater = () => {
  const id = ++messages;
  const note = (how) => write({ type: 'message', how, queue: 'mails', id });
  note('send');
  note('receive');
  setTimeout(note, 100, 'done');
};
const listen = (port, wanted) => {
  const server = http.createServer((request, response) => {
    if (how === 'crashes') process.exit(7);
    write({ type: 'request' });
    response.end('ok');
    setTimeout(write, how === 'slow' ? 100 : 0, { type: 'response' });
    if (how === 'sends') consumeLater();
  });
  server.listen(port, '127.0.0.1', () => write({ type: 'listen', host: '127.0.0.1', port: server.address().port, wanted }));
};
if (how === 'ends') process.exit(3);
if (how === 'killed') process.kill(process.pid, 'SIGKILL');
if (how === 'several') {
  writer(1)({ type: 'other' });
  listen(0, false);
  setTimeout(listen, 700, process.env.PORT, true);
} else if (how === 'beside') {
  const other = 'trace/recorded-1-0.ndjson'; // of a service that only one instance can start
  const isFirst = !fs.existsSync(other);
  if (isFirst) fs.writeFileSync(other, JSON.stringify({ type: 'listen', host: '127.0.0.1', port: 1 }) + '\\n');
  setTimeout(listen, isFirst ? 0 : 700, process.env.PORT, true);
} else listen(how === 'other' ? 0 : process.env.PORT, how !== 'other');
`;
const TRAFFIC = `
const { writeFileSync } = require('node:fs');
fetch(process.env.BASE_URL).then(() => writeFileSync('sent.json', JSON.stringify(process.env)));`;

/** Runs the served program. Resolves to its {code, problem}, the environment of the traffic, and the recording. */
async function run(t, how, { traffic = 'node traffic.cjs', reset, instances = 1, requests = 1, env = {} } = {}) {
  const folder = makeFolder(t);
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  const read = (name) => (fs.existsSync(path.join(folder, name)) ? fs.readFileSync(path.join(folder, name), 'utf8') : undefined);
  fs.mkdirSync(path.join(folder, 'trace'));
  write('server.cjs', SERVER);
  write('traffic.cjs', TRAFFIC);
  write('traffic.json', JSON.stringify(Array(requests).fill({ method: 'POST', path: '/redeem?x=1' })));
  const served = { serve: `exec node server.cjs ${how}`, traffic, reset, instances };
  const base = { ...process.env, NODE_OPTIONS: '' };
  const { command, env: all } = carriedOut(served, folder, { ...base, ...env }, base);
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd: folder, env: all, stdio: ['ignore', 'ignore', 'pipe'] });
  const [code] = await once(child, 'exit');
  const parsed = (name) => (read(name) === undefined ? undefined : JSON.parse(read(name)));
  const lines = fs.readdirSync(path.join(folder, 'trace')).flatMap((name) => read(path.join('trace', name)).split('\n'))
    .filter(Boolean).map((line) => JSON.parse(line));
  return { code, problem: parsed('served.json'), sent: parsed('sent.json'), lines, read };
}

const portOf = ({ lines }, isWanted) => lines.find(({ wanted }) => wanted === isWanted).port;

test('the traffic finds the server by variables; the server has time to write that it answered', async (t) => {
  const result = await run(t, 'listens');
  assert.deepEqual([result.code, result.problem], [0, undefined]);
  assert.equal(result.sent.BASE_URL, `http://127.0.0.1:${portOf(result, true)}`);
  assert.equal(result.sent.PORT, String(portOf(result, true)));
  const slow = await run(t, 'slow', { traffic: 'traffic.json' });
  assert.deepEqual([slow.code, slow.lines.map(({ type }) => type)], [0, ['listen', 'request', 'response']]);
});

test('the next request of a file comes when the consumer of a message is done', async (t) => {
  const { lines } = await run(t, 'sends', { traffic: 'traffic.json', requests: 2 });
  const orders = lines.filter(({ type, how }) => type === 'request' || how === 'done').map(({ type, how }) => how ?? type);
  assert.deepEqual(orders, ['request', 'done', 'request', 'done']);
});

test('a program of several processes has time to listen on its port; one process may have its own', async (t) => {
  const several = await run(t, 'several');
  assert.equal(several.sent.PORT, String(portOf(several, true)));
  const other = await run(t, 'other');
  assert.equal(other.sent.PORT, String(portOf(other, false)));
  const instances = await run(t, 'other', { instances: 2 });
  assert.deepEqual([instances.code, instances.problem], [1, { problem: 'port', port: portOf(instances, false) }]);
  const beside = await run(t, 'beside', { instances: 2 });
  assert.deepEqual([beside.code, beside.problem], [0, undefined]);
});

test('a reset comes before the server, without the variables of the recorder', async (t) => {
  const reset = `node -e "require('node:fs').writeFileSync('reset.json', JSON.stringify([process.env, fs.readdirSync('trace')]))"`;
  const env = { NACD_REQUESTS: 'record', NACD_RUN_MARKER: 'mark', NODE_OPTIONS: '--no-warnings' };
  const { code, sent, read } = await run(t, 'listens', { reset, env });
  assert.equal(code, 0);
  const [seen, recordings] = JSON.parse(read('reset.json'));
  assert.deepEqual(recordings, []);
  for (const one of [seen, sent]) {
    assert.deepEqual([one.NACD_REQUESTS, one.NACD_RUN_MARKER, one.NODE_OPTIONS], [undefined, 'mark', '']);
  }
});

test('a reset that fails or is killed stops the run before the server', async (t) => {
  const failed = await run(t, 'listens', { reset: 'exit 4' });
  assert.deepEqual([failed.code, failed.problem, failed.lines], [1, { problem: 'reset', code: 4, signal: null }, []]);
  const killed = await run(t, 'listens', { reset: 'kill -9 $$' });
  assert.deepEqual([killed.code, killed.problem, killed.lines], [1, { problem: 'reset', code: null, signal: 'SIGKILL' }, []]);
});

test('a server that ends early is told, before it listens and when it gets the traffic', async (t) => {
  const ends = await run(t, 'ends');
  assert.deepEqual([ends.code, ends.problem, ends.sent], [1, { problem: 'ended', code: 3, signal: null }, undefined]);
  const killed = await run(t, 'killed');
  assert.deepEqual(killed.problem, { problem: 'ended', code: null, signal: 'SIGKILL' });
  const crashes = await run(t, 'crashes', { traffic: 'traffic.json' });
  const { problem, request, reason } = crashes.problem;
  assert.deepEqual([crashes.code, problem, request], [1, 'unanswered', 'POST /redeem?x=1']);
  assert.match(reason, /other side closed|ECONNRESET|socket hang up/);
});
