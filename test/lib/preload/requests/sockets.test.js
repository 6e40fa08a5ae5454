'use strict';
// Bytes over a socket of this machine carry the flow of the request that writes them, whatever their protocol is.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { root } = require('../../../support/package.js');
const { FIXTURES, record } = require('../../../support/recorded.js');

const of = (lines, kind) => lines.filter(({ type }) => type === kind);

test('a message over a socket is of the flow that writes it, also one of a chunk with others and of an upgrade', async (t) => {
  const urls = '/line/9 /line/8+/line/7+/line/6 /frame/5 /frame/4+/frame/3';
  const { traces, stdout } = await record(t, root, 'sockets.cjs', { env: { URLS: urls } });
  assert.equal(stdout.match(/ (?:201|409)/g).length, 7);
  const isMain = (lines) => of(lines, 'request').some(({ method }) => method === 'POST');
  const [[main], [child]] = [traces.filter(isMain), traces.filter((lines) => !isMain(lines))];
  const senders = new Map(of(main, 'request').map(({ flow, target }) => [flow, target]));
  const targets = new Map(of(child, 'request').map(({ request, flow }) => [request, senders.get(flow)]));
  const reads = of(child, 'operation').filter(({ api }) => api === 'fs.promises.readFile');
  const expected = urls.split(/[ +]/).sort();
  assert.deepEqual(reads.map(({ request }) => targets.get(request)).sort(), expected);
  assert.equal(of(main, 'message').filter(({ queue, how }) => queue === 'socket' && how === 'send').length, 7);
});

test('the bytes of a server of HTTP are left alone where a plain one listened before', async (t) => {
  const { stdout, of: linesOf } = await record(t, root, 'freed-port.cjs');
  assert.equal(stdout.trim(), 'served');
  const sent = linesOf('message').filter(({ how }) => how === 'send');
  assert.deepEqual(new Set(sent.map(({ queue }) => queue)), new Set(['http']));
});

test('two messages over a socket that pass one limit are proved', async (t) => {
  const folder = makeFolder(t);
  fs.copyFileSync(path.join(FIXTURES, 'sockets.cjs'), path.join(folder, 'sockets.cjs'));
  const preload = path.join(root, 'lib', 'preload', 'start.js');
  const { stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'sockets.cjs'], {
    cwd: folder, env: { NACD_TEST_PRELOAD: preload, URLS: '/line/1 /line/1' },
  });
  assert.match(stdout, /POST \/line\/:n succeeds twice on .*, one by one once {3}proved 5 of 5$/m, stdout + stderr);
});
