'use strict';
// The answer to the request of a test, which is kept back while a proof goes on.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const http = require('node:http');
const { PassThrough } = require('node:stream');
const { finished } = require('node:stream/promises');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');

const { keepAnswer } = require('../../../../../lib/preload/requests/prove/answer.js');

// Returns what the client has got by the time at which the handler has ended its answer, and what it gets in the end.
// Calls look() between.
async function kept(t, handle, look) {
  let release;
  const until = new Promise((resolve) => { release = resolve; });
  let answered;
  const answer = new Promise((resolve) => { answered = resolve; });
  const server = http.createServer((request, response) => {
    keepAnswer(response, until, answered);
    handle(response);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const request = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
  let early = 0;
  request.once('socket', (socket) => socket.on('data', (data) => { early += data.length; }));
  const response = once(request, 'response');
  const { status, body } = await answer;
  await sleep(50); // for bytes that should not come
  const bytes = early;
  look?.();
  release();
  const [message] = await response;
  const got = Buffer.concat(await message.toArray()).toString();
  return { early: bytes, status, body: body.toString(), got, headers: message.headers };
}

test('a body that is complete by its length is kept, too', async (t) => {
  const { early, ...result } = await kept(t, (response) => {
    response.writeHead(201, { 'content-length': 6 });
    assert.equal(response.write('coupon'), true);
    assert.equal(response.headersSent, true);
    response.end(null, null, null);
  });
  assert.equal(early, 0);
  const { headers, ...others } = result;
  assert.deepEqual(others, { status: 201, body: 'coupon', got: 'coupon' });
  assert.equal(headers['content-length'], '6');
});

test('pieces come in their order, and their callbacks are called', async (t) => {
  let called = 0;
  const { early, status, body, got } = await kept(t, (response) => {
    response.write('a', () => { called++; });
    response.write(Buffer.from('b'));
    assert.equal(response.headersSent, true);
    response.write('63', 'hex', () => {
      called++;
      response.end('d');
    });
  });
  assert.deepEqual({ early, status, body, got, called }, { early: 0, status: 200, body: 'abcd', got: 'abcd', called: 2 });
});

test('a stream that is piped into the answer does not wait for the client', async (t) => {
  const text = 'x'.repeat(300_000);
  const { early, got } = await kept(t, (response) => {
    const source = new PassThrough();
    source.pipe(response);
    source.end(text);
  });
  assert.equal(early, 0);
  assert.equal(got, text);
});

test('after the proof the answer goes its usual way', async () => {
  const written = [];
  const response = {
    statusCode: 200, headersSent: true, getHeaders: () => ({}),
    write: (chunk) => written.push(`write ${chunk}`), end: (chunk) => written.push(`end ${chunk}`),
  };
  let answer;
  keepAnswer(response, Promise.resolve(), ({ body }) => { answer = body.toString(); });
  response.write('a');
  assert.deepEqual(written, []);
  await Promise.resolve();
  assert.deepEqual(written, ['write a']);
  response.write('b');
  response.end('c');
  assert.deepEqual(written, ['write a', 'write b', 'end c']);
  assert.equal(answer, 'abc');
});

test('a handler that waits until its answer is sent goes on, before the client has it', async (t) => {
  const seen = [];
  let before;
  const { early, got } = await kept(t, async (response) => {
    response.on('finish', () => { seen.push(`finish ${response.writableFinished}`); });
    response.on('close', () => { seen.push('close'); });
    const isSent = finished(response);
    response.end('a', () => { seen.push('callback'); });
    await isSent;
    seen.push('finished');
  }, () => { before = seen.toSorted(); });
  assert.equal(early, 0);
  assert.equal(got, 'a');
  assert.deepEqual(before, ['callback', 'close', 'finish true', 'finished']);
  assert.deepEqual(seen.toSorted(), before);
});

test('listeners that send the answer hear of its end when the client may have it', async () => {
  const response = new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers: {} });
  const seen = [];
  response.once('finish', () => { seen.push('sent'); });
  let release;
  keepAnswer(response, new Promise((resolve) => { release = resolve; }), () => {});
  response.on('finish', () => { seen.push('program'); });
  response.end('a');
  await sleep(1);
  assert.deepEqual(seen, ['program']);
  response.emit('finish');
  assert.deepEqual(seen, ['program', 'sent']);
  release();
  await sleep(1);
  assert.equal(response.writableEnded, true);
});
