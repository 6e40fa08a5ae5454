'use strict';
// Values that the test has from elsewhere than from an answer, such as a token of a mail, are those of its request.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { bodyIn, bodyReader, rememberInjector } = require('../../../lib/preload/requests/injectors.js');
const { Arrivals } = require('../../../lib/preload/requests/prove/arrivals.js');
const { Values } = require('../../../lib/preload/requests/prove/rewrite.js');
const { changedPlaces, sentPlaces } = require('../../../lib/trace/sent-places.js');

test('values of the request that the test sends replace the recorded ones in the other request', () => {
  const request = (token, code, session) => ({
    target: `/reset/${token}?mail=a%40x.org&page=1`, body: JSON.stringify({ code, n: 1 }),
    headers: ['Cookie', `theme=dark; session=${session}`, 'Authorization', `Bearer ${token}.a`, 'Content-Length', code],
  });
  const recorded = sentPlaces(request('old token', '111111', 'sid-old'));
  const live = sentPlaces(request('new', '222222', 'sid-new'));
  const values = new Values();
  values.learn(changedPlaces(recorded, live), live);
  const other = { method: 'PUT', target: '/reset/old%20token/1', headers: ['cookie', 'session=sid-old'], body: '{"code":"111111"}' };
  const { target, headers, body } = values.request(other);
  assert.deepEqual([target, headers, body], ['/reset/new/1', ['cookie', 'session=sid-new'], '{"code":"222222"}']);
});

test('the body of a request without a socket is that of its options; one of a stream is not known', async () => {
  for (const [options, expected] of [
    [{ payload: { code: 'X' } }, '{"code":"X"}'], [{ body: [1] }, '[1]'], [{ payload: 'a=1' }, 'a=1'], ['/path', ''],
    [{ payload: Buffer.from('b') }, 'b'], [{ url: '/' }, ''],
  ]) assert.equal(String(await bodyIn(options)()), expected);
  const unknown = [{ pipe() {} }, { getReader() {} }, new (class Form {})()];
  for (const payload of unknown) assert.equal(bodyIn({ payload }), undefined);
  const collected = () => {};
  const [message, streamed] = [{}, {}];
  assert.equal(bodyReader(message, collected), collected);
  rememberInjector(message, () => {}, bodyIn({ payload: 'a' }));
  rememberInjector(streamed, () => {}, bodyIn({ payload: { pipe() {} } }));
  assert.equal(String(await bodyReader(message, collected)()), 'a');
  assert.equal(bodyReader(streamed, collected), undefined);
});

test('values in any header are those of this run, of the request itself and of earlier ones of the test', () => {
  const request = (tenant, key) => ({
    method: 'POST', target: '/orders', body: '{}',
    headers: ['X-Tenant-Id', tenant, 'X-Api-Key', `key ${key}`, 'Content-Length', tenant.slice(-3), 'Date', tenant],
  });
  const recorded = sentPlaces(request('tenant-113', 'old-key'));
  const live = sentPlaces(request('tenant-117', 'new-key'));
  const own = new Values();
  own.learn(changedPlaces(recorded, live), live);
  const other = { ...request('tenant-113', 'old-key'), target: '/orders/113?of=tenant-113' };
  const sent = own.request(other);
  assert.equal(sent.target, '/orders/113?of=tenant-117');
  assert.deepEqual(sent.headers.slice(0, 4), ['X-Tenant-Id', 'tenant-117', 'X-Api-Key', 'key new-key']);

  const earlier = new Values();
  const entry = { shape: 'POST /orders', ordinal: 1, places: [], sent: [...recorded] };
  const arrivals = new Arrivals({ arrival: { shape: 'POST /pay', ordinal: 1 }, learn: [entry] }, earlier);
  arrivals.take(request('tenant-117', 'new-key'));
  assert.deepEqual(earlier.request(other).headers.slice(0, 4), ['X-Tenant-Id', 'tenant-117', 'X-Api-Key', 'key new-key']);
});
