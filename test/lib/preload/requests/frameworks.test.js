'use strict';
// Routes, and requests without a socket, of the frameworks.
const assert = require('node:assert/strict');
const { before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');

const PACKAGES = {
  'express': '4.22.3', 'fastify': '5.12.8', 'koa': '3.3.0', '@koa/router': '15.7.0', '@hapi/hapi': '21.4.10',
};
const EXPECTED = {
  express: ['GET /items/:id', 'http'],
  fastify: ['POST /items/:id', 'inject'],
  koa: ['GET /items/:id', 'http'],
  hapi: ['GET /items/{id}', 'inject'],
  http2: ['GET /items/:n', 'http2'],
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
