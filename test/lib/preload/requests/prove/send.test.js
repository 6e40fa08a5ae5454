'use strict';
// How a request of the recording is sent again.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const http = require('node:http');
const { test } = require('node:test');
const { send } = require('../../../../../lib/preload/requests/prove/send.js');

const FRAMING = ['content-length', 'transfer-encoding', 'content-type'];

test('a body that is empty is sent as one, not in chunks: a server would not know its type', async (t) => {
  const server = http.createServer((request, response) => {
    response.end(JSON.stringify(FRAMING.map((name) => request.headers[name] ?? null)));
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  const sent = async (method, headers, body) => {
    const raw = { method, target: '/cancel', headers: ['Host', 'shop', ...headers], body };
    const answer = await send(raw, { address: { host: '127.0.0.1', port }, onPort() {} });
    return JSON.parse(answer.body);
  };
  assert.deepEqual(await sent('POST', ['content-length', '0']), ['0', null, null]);
  assert.deepEqual(await sent('POST', []), ['0', null, null]);
  assert.deepEqual(await sent('POST', ['Transfer-Encoding', 'chunked']), [null, 'chunked', null]);
  assert.deepEqual(await sent('GET', []), [null, null, null]);
  assert.deepEqual(await sent('DELETE', ['Content-Length', '0']), ['0', null, null]);
  assert.deepEqual(await sent('PUT', ['Content-Length', '9', 'Content-Type', 'text/plain'], 'ab'), ['2', null, 'text/plain']);
});
