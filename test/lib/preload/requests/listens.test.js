'use strict';
const assert = require('node:assert/strict');
const Module = require('node:module');
const { test } = require('node:test');
const { freePort } = require('../../../../lib/process/free-port.js');
const { root } = require('../../../support/package.js');
const { linesOf, record } = require('../../../support/recorded.js');

test('a recording tells the protocol of a server, and whether its program was told that port', async (t) => {
  const port = await freePort();
  const { recorded } = await record(t, root, 'listens.cjs', { env: { PORT: String(port) } });
  const listens = recorded.flatMap(linesOf).filter(({ type }) => type === 'listen');
  assert.deepEqual(listens.map(({ protocol, told }) => [protocol, told]),
    [[undefined, true], ['https', undefined], ['http2', undefined]]);
  assert.equal(listens[0].port, port);
});

test('modules of Node that a program imports are watched, and no others are loaded', async (t) => {
  const { of, stdout } = await record(t, root, 'imports.cjs');
  const isHeard = typeof Module.registerHooks === 'function';
  assert.deepEqual(stdout.trim().split('\n'), [String(!isHeard), 'function', 'true']);
  assert.deepEqual(of('request').map(({ target }) => target), ['/required', '/imported']);
});
