'use strict';
// Routes, and requests without a socket, of the frameworks.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { before, test } = require('node:test');
const { makeFolder, nacd } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { linesOf, record } = require('../../../support/recorded.js');

const PACKAGES = {
  'express': '4.22.3', 'fastify': '5.12.8', 'koa': '3.3.0', '@koa/router': '15.7.0', '@hapi/hapi': '21.4.10',
  'hono': '4.13.19', '@hono/node-server': '2.1.9', 'h3': '2.0.8',
};
const EXPECTED = {
  express: ['GET /items/:id', 'http'],
  fastify: ['POST /items/:id', 'inject'],
  koa: ['GET /items/:id', 'http'],
  hapi: ['GET /items/{id}', 'inject'],
  hono: ['POST /items/:id', 'inject'],
  http2: ['GET /items/:n', 'http2'],
};
// ES modules, which no function of Node's gives to a preload.
const IMPORTED = {
  hono: ['POST /items/:id', 'inject'],
  honoBase: ['POST /api/items/:id', 'inject'],
  honoServer: ['POST /items/:id', 'http'],
  h3: ['POST /items/:id', 'inject'],
  h3Server: ['POST /items/:id', 'http'],
  h3v1: ['POST /items/:n', 'inject'],
};

let packages;
before(() => {
  packages = installed('requests-frameworks', PACKAGES);
});

for (const [framework, [handler, via]] of Object.entries(EXPECTED)) {
  test(`${framework}: the request has its route and its answer`, async (t) => {
    const { of } = await record(t, packages, 'frameworks.js', { env: { FRAMEWORK: framework } });
    assert.deepEqual(of('request').map((line) => [line.handler, line.via]), [[handler, via]]);
    assert.deepEqual(of('response').map(({ status }) => status), [200]);
  });
}

for (const [framework, [handler, via]] of Object.entries(IMPORTED)) {
  test(`${framework} as an ES module: one request, with its body, its operation and its answer`, async (t) => {
    const from = framework === 'h3v1' ? installed('requests-h3v1', { h3: '1.15.4' }) : packages;
    const { of, recorded, stdout } = await record(t, from, 'web.mjs', { env: { FRAMEWORK: framework } });
    assert.equal(stdout, '200 {"item":"7","by":"Ann"}\n');
    assert.deepEqual(of('request').map((line) => [line.handler, line.via]), [[handler, via]]);
    assert.deepEqual(of('operation').map(({ request, api }) => [request, api]), [[1, 'fs.promises.writeFile']]);
    const { body, status } = recorded.flatMap(linesOf).find(({ type }) => type === 'response');
    assert.deepEqual([status, body], [200, '{"item":"7","by":"Ann"}']);
    assert.deepEqual(recorded.flatMap(linesOf).filter(({ type }) => type === 'body').map((line) => line.body), ['{"by":"Ann"}']);
  });
}

const OTHERS = {
  elysia: { packages: { elysia: '1.3.1' }, handler: 'POST /items/:n', answer: '{"item":"7","by":"Ann"}' },
  yoga: {
    packages: { 'graphql': '16.11.0', 'graphql-yoga': '5.13.4' },
    handler: 'POST /graphql mutation add', answer: '{"data":{"add":"Ann"}}',
  },
};

for (const [framework, { packages: own, handler, answer }] of Object.entries(OTHERS)) {
  test(`${framework}: a request without a socket, with its operation and its answer`, async (t) => {
    const from = installed(`requests-${framework}`, own);
    const { of, stdout } = await record(t, from, 'web.mjs', { env: { FRAMEWORK: framework } });
    assert.equal(stdout, `200 ${answer}\n`);
    assert.deepEqual(of('request').map((line) => [line.handler, line.via]), [[handler, 'inject']]);
    assert.deepEqual(of('operation').map(({ request, api }) => [request, api]), [[1, 'fs.promises.writeFile']]);
    assert.deepEqual(of('response').map(({ status }) => status), [200]);
  });
}

test('a request that an application makes to itself is a part of the outer one', async (t) => {
  const { of, stdout } = await record(t, packages, 'web.mjs', { env: { FRAMEWORK: 'honoInner' } });
  assert.equal(stdout, '200 now\n');
  assert.deepEqual(of('request').map(({ handler }) => handler), ['GET /inner']);
});

test('a double use behind app.request() is proved, and none behind a queue', async (t) => {
  const folder = makeFolder(t);
  fs.symlinkSync(path.join(packages, 'node_modules'), path.join(folder, 'node_modules'));
  fs.copyFileSync(path.join(root, 'test', 'fixtures', 'requests', 'web-coupon.mjs'), path.join(folder, 'main.mjs'));
  const run = (env) => nacd(['requests', 'run', '--', 'node', 'main.mjs'], {
    cwd: folder, env: { NACD_TEST_PRELOAD: path.join(root, 'lib', 'preload', 'start.js'), ...env },
  });
  const { status, stdout, stderr } = await run({ FRAMEWORK: 'hono' });
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /POST \/redeem succeeds twice on .* one by one once {3}proved 5 of 5$/m);
  assert.match(stdout, /one by one {5}A, B: 200, 409 {4}B, A: 200, 409/);
  const fixed = await run({ FRAMEWORK: 'h3', FIXED: '1' });
  assert.equal(fixed.status, 0, fixed.stdout + fixed.stderr);
  assert.match(fixed.stdout, /waits in the process/);
});
