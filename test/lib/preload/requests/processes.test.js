'use strict';
// Messages between processes carry the flow of the request that sends them.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { root } = require('../../../support/package.js');
const { FIXTURES, record } = require('../../../support/recorded.js');

test('what a child does with a message is of the flow that sends it, and its answer too', async (t) => {
  const { traces, stdout } = await record(t, root, 'processes.cjs', { env: { URLS: '/9 /8 /7' } });
  assert.equal(stdout, '/9 201 /9\n/8 201 /8\n/7 201 /7\n');
  const of = (lines, kind) => lines.filter(({ type }) => type === kind);
  const [main] = traces.filter((lines) => of(lines, 'request').some(({ method }) => method === 'POST'));
  const senders = new Map(of(main, 'request').filter(({ method }) => method === 'POST').map(({ flow, target }) => [flow, target]));
  const children = traces.filter((lines) => lines !== main);
  const made = children.map((lines) => {
    const flows = new Map(of(lines, 'request').map(({ request, flow }) => [request, flow]));
    return of(lines, 'operation').map(({ api, request }) => `${senders.get(flows.get(request))} ${api.split('.').at(-1)}`);
  });
  assert.deepEqual(made.sort((a, b) => a.length - b.length), [
    ['/8 readFile', '/8 writeFile'], ['/9 readFile', '/9 writeFile', '/7 readFile', '/7 writeFile']]);
  const answers = of(main, 'message').filter(({ queue, how }) => queue === 'process' && how === 'receive');
  assert.equal(answers.length, 3);
});

test('a child that is not recorded gets the messages as they were sent', (t) => {
  const program = `
    const { fork } = require('node:child_process');
    const http = require('node:http');
    if (process.send) process.on('message', (message) => process.send([message, process.env.NODE_OPTIONS ?? '']));
    else {
      const child = fork(__filename, { env: { NODE_OPTIONS: '' }, execPath: process.env.PLAIN });
      const server = http.createServer((request, response) => {
        child.once('message', (answer) => response.end(JSON.stringify(answer)));
        child.send({ url: request.url });
      }).listen(0, async () => {
        const ask = async (url) => (await fetch('http://127.0.0.1:' + server.address().port + url)).text();
        console.log(await ask('/a'), await ask('/b'));
        process.exit();
      });
    }`;
  const folder = makeFolder(t);
  const file = path.join(folder, 'program.cjs');
  const plain = path.join(folder, 'node.sh');
  fs.writeFileSync(file, program);
  fs.writeFileSync(plain, `#!/bin/sh\nunset NODE_OPTIONS\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, PLAIN: plain, NODE_OPTIONS: '', NACD_REQUESTS: 'record', NACD_TRACE: path.join(folder, 'trace') };
  const { stdout, stderr } = spawnSync(process.execPath, ['-r', root, file], { env, encoding: 'utf8' });
  assert.equal(stdout, '[{"url":"/a"},""] [{"url":"/b"},""]\n', stderr);
});

test('two processes that pass one limit are proved: each is held by itself', async (t) => {
  const folder = makeFolder(t);
  fs.copyFileSync(path.join(FIXTURES, 'processes.cjs'), path.join(folder, 'processes.cjs'));
  const preload = path.join(root, 'lib', 'preload', 'start.js');
  const { stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'processes.cjs'], {
    cwd: folder, env: { NACD_TEST_PRELOAD: preload, URLS: '/1 /1' },
  });
  assert.match(stdout, /POST \/:n succeeds twice on .*, one by one once {3}proved 5 of 5$/m, stdout + stderr);
  assert.match(stdout, /order {10}A:readfile {2}B:readfile {2}B:writefile {2}A:writefile/);
});

test('a compiler that a first request starts is not waited for, and files that it makes are no data', async (t) => {
  const folder = makeFolder(t);
  for (const file of ['compiles.cjs', 'compiler.cjs']) fs.copyFileSync(path.join(FIXTURES, file), path.join(folder, file));
  const preload = path.join(root, 'lib', 'preload', 'start.js');
  const { stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'compiles.cjs'], {
    cwd: folder, env: { NACD_TEST_PRELOAD: preload },
  });
  assert.match(stdout, /^ {2}candidates: 1 proved as races$/m, stdout + stderr);
  assert.match(stdout, /POST \/seat succeeds twice on .*, one by one once {3}proved 5 of 5$/m);
});
