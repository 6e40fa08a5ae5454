'use strict';
// Messages between threads carry the flow of the request that sends them.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { root } = require('../../../support/package.js');
const { FIXTURES, linesOf, record } = require('../../../support/recorded.js');

test('what a thread does with a message is of the flow that sends it, by any port, and no message shows it', async (t) => {
  const { traces, recorded, stdout } = await record(t, root, 'threads.cjs', { env: { URLS: '/worker /port /read /read /port' } });
  assert.deepEqual(JSON.parse(stdout), {
    '/worker': { isDone: true }, '/port': { isDone: true, tags: [['a', 1]] }, '/read': { isDone: true },
  });
  const requests = traces.flatMap((lines) => lines.filter(({ type }) => type === 'request'));
  const senders = new Map(requests.filter(({ method }) => method === 'POST').map(({ flow, target }) => [flow, target]));
  const [main, ...threads] = traces;
  const made = threads.flatMap((lines) => {
    const flows = new Map(lines.filter(({ type }) => type === 'request').map(({ request, flow }) => [request, flow]));
    return lines.filter(({ type }) => type === 'operation').map(({ api, request }) => `${senders.get(flows.get(request))} ${api}`);
  });
  assert.deepEqual([...new Set(made)].sort(), ['/port', '/read', '/worker']
    .flatMap((url) => [`${url} fs.promises.readFile`, `${url} fs.promises.writeFile`]));
  assert.ok(main.every(({ type, request }) => type !== 'operation' || request === undefined));
  const messages = recorded.flatMap(linesOf).filter(({ type, queue }) => type === 'message' && queue === 'thread');
  const ids = (how) => messages.filter((one) => one.how === how).map(({ id }) => id).sort();
  assert.equal(ids('send').length, 10); // each answer is one, too
  assert.deepEqual(ids('receive'), ids('send'));
  // The last one of each thread may be dealt with when the process has ended.
  const [first] = ids('receive').filter((id) => main.some((line) => line.id === id && line.how === 'send'));
  const own = first.split('.')[0];
  assert.deepEqual([1, 2, 3].filter((number) => !ids('done').includes(`${own}.${number}`)), []);
});

test('a channel for all threads carries the flow to each of them, and no message shows it', async (t) => {
  const { traces, recorded, stdout } = await record(t, root, 'threads.cjs', { env: { URLS: '/all' } });
  assert.deepEqual(JSON.parse(stdout), { '/all': { isDone: true } });
  const requests = traces.flatMap((lines) => lines.filter(({ type }) => type === 'request'));
  const { flow } = requests.find(({ method }) => method === 'POST');
  const made = traces.slice(1).map((lines) => {
    const flows = new Map(lines.filter(({ type }) => type === 'request').map((one) => [one.request, one.flow]));
    return lines.filter(({ type, api }) => type === 'operation' && api.endsWith('readFile')).map(({ request }) => flows.get(request));
  });
  assert.deepEqual(made, [[flow], [flow]]);
  const done = recorded.flatMap(linesOf).filter(({ queue, how }) => queue === 'thread' && how === 'done');
  assert.ok(done.length > 0); // that of the slower one may come when the process has ended
});

test('two threads that pass one limit are proved: each is held by itself', async (t) => {
  const folder = makeFolder(t);
  fs.copyFileSync(path.join(FIXTURES, 'threads.cjs'), path.join(folder, 'threads.cjs'));
  const preload = path.join(root, 'lib', 'preload', 'start.js');
  const { stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'threads.cjs'], {
    cwd: folder, env: { NACD_TEST_PRELOAD: preload, URLS: '/a /a' },
  });
  assert.match(stdout, /POST \/a succeeds twice on .*, one by one once {3}proved 5 of 5$/m, stdout + stderr);
  assert.match(stdout, /order {10}A:readfile {2}B:readfile {2}B:writefile {2}A:writefile/);
});
