'use strict';
// A stream of HTTP/2 in the place of a message and a response.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const http2 = require('node:http2');
const { test } = require('node:test');
const { StreamExchange } = require('../../../../lib/preload/requests/http2-streams.js');
const { keepAnswer } = require('../../../../lib/preload/requests/prove/answer.js');

test('a proof sees the body of a stream before the program reads it, and keeps an answer back that respond() ends', async (t) => {
  const server = http2.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = http2.connect(`http://127.0.0.1:${server.address().port}`);
  t.after(() => { session.destroy(); server.close(); });
  const client = session.request({ ':method': 'POST', ':path': '/redeem' });
  client.end('coupon');
  const [stream, headers, , rawHeaders] = await once(server, 'stream');

  const exchange = new StreamExchange(stream, headers, rawHeaders);
  const chunks = [];
  const { push } = exchange;
  const whole = new Promise((resolve) => {
    exchange.push = function (chunk, encoding) {
      const result = Reflect.apply(push, this, [chunk, encoding]);
      if (chunk !== null) chunks.push(chunk);
      else resolve(exchange.complete);
      return result;
    };
  });
  assert.equal(await whole, true);
  assert.equal(Buffer.concat(chunks).toString(), 'coupon');
  assert.deepEqual([exchange.method, exchange.url, exchange.socket.remotePort], ['POST', '/redeem', session.socket.localPort]);

  stream.resume();
  const proof = {};
  const until = new Promise((resolve) => { proof.end = resolve; });
  const answer = new Promise((resolve) => { keepAnswer(exchange, until, resolve); });
  stream.respond({ ':status': 409, 'x-by': 'shop' }, { endStream: true });
  const { status, headers: sent } = await answer;
  assert.deepEqual([status, sent['x-by']], [409, 'shop']);
  const ended = once(client.resume(), 'end').then(() => 'ended');
  await once(client, 'response');
  assert.equal(await Promise.race([ended, new Promise((resolve) => { setTimeout(resolve, 30, 'kept'); })]), 'kept');
  proof.end();
  assert.equal(await ended, 'ended');
});
