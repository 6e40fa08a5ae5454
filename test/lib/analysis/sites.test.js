'use strict';
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { clientOf, madeAt, userCallerOf } = require('../../../lib/analysis/sites.js');
const { readTraces } = require('../../../lib/trace/read.js');

const ADDON = path.join(__dirname, '..', '..', '..', 'lib', 'index.js');

test('arrivals on a server and on the pipe of a child have the place where these were made', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const lines = ["const net = require('node:net');", "const { spawn } = require('node:child_process');",
    'const server = net.createServer((socket) => socket.end());',
    "server.listen(0, () => net.connect(server.address().port).on('close', () => server.close()).resume());",
    "spawn('/bin/echo', ['x']).stdout.on('data', () => {});", ''];
  fs.writeFileSync(path.join(folder, 'app.js'), lines.join('\n'));
  const env = { ...process.env, NACD_TRACE: path.join(folder, 'trace'), NACD_MODE: 'always', NACD_MAX_DELAY: '5', NACD_ENGINE: 'both' };
  const { status, stderr } = spawnSync(process.execPath, ['-r', ADDON, 'app.js'], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const trace = readTraces(path.join(folder, 'trace')).find(({ header }) => header.argv.length > 1);
  const arrivals = trace.operations.filter(({ phase }) => phase === 'descriptor');
  const of = (wanted) => arrivals.find(({ api }) => api === wanted);
  assert.match(madeAt(trace)(of('server')), /^app\.js:3:/);
  assert.match(of('pipe').site, /^app\.js:5:/); // the call that made it is running then
});

test('of several servers each has its own connections', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const lines = ["const http = require('node:http');", 'const answer = (request, response) => response.end();',
    'const one = http.createServer(answer);', 'const two = http.createServer(answer);',
    "const ask = (server) => http.get({ host: '127.0.0.1', port: server.address().port, agent: false }, (response) => {",
    "  response.resume().on('end', () => server.close());", '});',
    "one.listen(0, '127.0.0.1', () => two.listen(0, '127.0.0.1', () => {", '  ask(one);', '  ask(two);', '}));', ''];
  fs.writeFileSync(path.join(folder, 'app.js'), lines.join('\n'));
  const env = { ...process.env, NACD_TRACE: path.join(folder, 'trace'), NACD_MODE: 'never', NACD_ENGINE: 'loop' };
  const { status, stderr } = spawnSync(process.execPath, ['-r', ADDON, 'app.js'], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const [trace] = readTraces(path.join(folder, 'trace'));
  const arrivals = trace.operations.filter(({ name }) => /\/accepted\/ready#1$/.test(name));
  const lineOf = (text) => /app\.js:([0-9]+):/.exec(text)?.[1];
  const places = arrivals.map((operation) => [lineOf(operation.name), lineOf(madeAt(trace)(operation))]);
  assert.deepEqual(places.map(([, line]) => line).sort(), ['3', '4'], JSON.stringify(trace.accepted));
  for (const [asked, line] of places) if (asked) assert.equal(line, { 9: '3', 10: '4' }[asked] ?? line);
});

test('connections of one server are told apart by their clients', () => {
  const arrival = (name, line) => ({ name, phase: 'descriptor', line });
  const event = (api, site, line) => ({ name: `${api}@${site}/1#1`, phase: 'event', api, site, line });
  const arrivals = ['connect#1/ready#1', 'connect#2/ready#1', 'connect#1/accepted/ready#1', 'connect#2/accepted/ready#1'];
  const runs = arrivals.map((name, at) => arrival(name, 4 * at + 1));
  const connect = [event('net.Socket.connect', 'app.js:5:1', 2), event('net.Socket.connect', 'app.js:6:1', 6)];
  const data = [event('net.Socket.data', 'app.js:2:1', 10), event('net.Socket.data', 'app.js:2:1', 14)];
  const trace = { operations: [...connect, ...data], runs };
  const places = runs.map((operation) => [madeAt(trace)(operation), clientOf(trace)(operation)?.site]);
  assert.deepEqual(places, [
    ['app.js:5:1', undefined], ['app.js:6:1', undefined], ['app.js:2:1', 'app.js:5:1'], ['app.js:2:1', 'app.js:6:1'],
  ]);
});

test('a connection of fetch() has the place of the call that waits for it; of several places none', () => {
  const api = 'globals.fetch';
  const fetched = (site, line) => ({ name: `${api}@${site}#1`, phase: 'promise', api, site, line });
  const arrival = (name, line) => ({ name, phase: 'descriptor', line });
  const calls = [fetched('app.js:5:1', 1), fetched('app.js:6:1', 6), fetched('app.js:7:1', 7)];
  const names = ['a/connect#1/ready#1', 'a/connect#1/accepted/ready#1', 'connect#2/ready#1'];
  const arrivals = names.map((name, at) => arrival(name, [2, 3, 8][at]));
  const runs = [...arrivals, { ...calls[0], line: 5 }];
  const trace = { operations: [...calls, ...arrivals], runs };
  const places = arrivals.map((operation) => [madeAt(trace)(operation), clientOf(trace)(operation)?.site]);
  assert.deepEqual(places, [['app.js:5:1', undefined], [undefined, 'app.js:5:1'], [undefined, undefined]]);
});

test('an operation of a package has the nearest place of the user\'s own', () => {
  const operations = [
    { id: 1, name: 'a', phase: 'callback', api: 'fs.stat', site: 'test/a.js:1:1' },
    { id: 2, parent: 1, name: 'b', phase: 'callback', site: 'node_modules/b/index.js:1:1' },
    { id: 3, parent: 2, name: 'c', phase: 'worker' },
  ];
  const callerOf = userCallerOf({ operations });
  assert.equal(callerOf(operations[0]), undefined);
  assert.equal(callerOf(operations[1]).site, 'test/a.js:1:1');
  assert.equal(callerOf(operations[2]).api, 'fs.stat');
});

test('a connection to an address has the place where it was made, and not that of the operation before it', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const lines = ["const http = require('node:http');", "const { stat } = require('node:fs');",
    "const server = http.createServer((request, response) => response.end('x'));",
    "server.listen(0, '127.0.0.1', () => stat('.', () => {",
    "  http.get({ host: '127.0.0.1', port: server.address().port, agent: false }, (response) => response.resume()",
    "    .on('end', () => server.close()));", '}));', ''];
  fs.writeFileSync(path.join(folder, 'app.js'), lines.join('\n'));
  const env = { ...process.env, NACD_TRACE: path.join(folder, 'trace'), NACD_MODE: 'never', NACD_ENGINE: 'loop' };
  const { status, stderr } = spawnSync(process.execPath, ['-r', ADDON, 'app.js'], { cwd: folder, env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const [trace] = readTraces(path.join(folder, 'trace'));
  const siteOf = madeAt(trace);
  const arrivals = trace.operations.filter(({ phase, api }) => phase === 'descriptor' && api !== 'server');
  const places = new Map(arrivals.map((operation) => [operation.name.includes('/accepted/'), siteOf(operation)]));
  assert.match(places.get(false), /^app\.js:5:/); // its name is of fs.stat, in line 4
  assert.match(places.get(true), /^app\.js:3:/);
});
