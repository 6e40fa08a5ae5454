'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Values } = require('../../../lib/preload/requests/prove/rewrite.js');
const { Arrivals } = require('../../../lib/preload/requests/prove/arrivals.js');
const { madeNames, placesOf, secretsInRows, secretsOf, shapeOf, statementShape } = require('../../../lib/trace/places.js');

test('a request has the same shape in another run, with other ids', () => {
  assert.equal(shapeOf('POST', '/v1/posts/17/likes?by=ann&at=9'), 'POST /v1/posts/:n/likes?at&by');
  assert.equal(shapeOf('GET', 'http://127.0.0.1:80/a'), 'GET /a');
  assert.equal(shapeOf('GET', '/users/Ann%20Lee'), 'GET /users/Ann%20Lee'); // the digits are of the encoding
  assert.equal(statementShape("SELECT 'it''s', 7\n FROM t1"), 'SELECT ?, ? FROM t1');
  assert.equal(statementShape('SAVEPOINT "0a1b2c3d-0000-4aaa-8bbb-0123456789ab-sp-1"; $f_5ae284c8a17147c8a670030e35233af2$'), 'SAVEPOINT "?-sp-?"; $f_?$');
});

const ANSWER = { headers: { location: '/links/kQzTbw' }, body: '{"shortCode":"abcXYZ","status":"active","monkey":"ape"}' };

test('names that an answer told are no part of the shape of later requests', () => {
  const made = new Set(madeNames(placesOf(ANSWER)));
  assert.deepEqual([...made], ['abcXYZ', 'kQzTbw']);
  assert.equal(shapeOf('GET', '/links/kQzTbw/stats', made), 'GET /links/:n/stats');
  assert.equal(shapeOf('GET', '/links/active', made), 'GET /links/active');
});

test('a proof knows a request again whose path has a name that an answer of its own run told', () => {
  const arrivals = new Arrivals({ arrival: { shape: 'GET /links/:n', ordinal: 1 } }, new Values());
  const create = {
    method: 'POST', target: '/links', answer: { toJSON: () => ({ body: ANSWER.body }) }, response: { getHeaders: () => ANSWER.headers },
  };
  assert.equal(arrivals.take(create).isNamed, false);
  arrivals.answered(create);
  assert.equal(arrivals.take({ method: 'GET', target: '/links/other' }).isNamed, false);
  assert.equal(arrivals.take({ method: 'GET', target: '/links/kQzTbw' }).isNamed, true);
});

test('values of an answer have places', () => {
  const places = placesOf({
    headers: { 'set-cookie': ['sid=abc%20d; HttpOnly'], 'location': '/posts/7', 'date': 'now' },
    body: '{"user":{"id":42},"list":["one"]}',
  });
  assert.deepEqual(Object.fromEntries(places), {
    'cookie sid': 'abc%20d', 'cookie sid decoded': 'abc d', 'header location': '/posts/7', 'location#0': 'posts',
    'location#1': '7', 'body/user/id': '42', 'body/list/0': 'one',
  });
});

test('a hidden input of a form and the segments of its links have places', () => {
  const places = placesOf({ body: '<form action="/a/99"><input name="csrf" value="tok">' });
  assert.deepEqual([places.get('value0'), places.get('link0#1')], ['tok', '99']);
});

const learned = (recorded, live) => {
  const values = new Values();
  values.learn(placesOf(recorded), placesOf(live));
  return values;
};

test('a request that is sent again has the values of this run', () => {
  const values = learned(
    { headers: { 'set-cookie': ['sid=old-session'] }, body: '{"id":17,"csrf":"token-of-recording"}' },
    { headers: { 'set-cookie': ['sid=new-session'] }, body: '{"id":23,"csrf":"token-of-this-run"}' },
  );
  const sent = values.request({
    method: 'POST', target: '/posts/17/likes?t=token-of-recording',
    headers: ['Cookie', 'theme=dark; sid=old-session', 'Content-Type', 'application/json'],
    body: '{"postId":17,"count":17,"text":"see token-of-recording"}',
  });
  assert.equal(sent.target, '/posts/23/likes?t=token-of-this-run');
  assert.deepEqual(sent.headers.slice(0, 2), ['Cookie', 'theme=dark; sid=new-session']);
  const { postId, text } = JSON.parse(sent.body);
  assert.deepEqual([postId, text], [23, 'see token-of-this-run']);
});

test('a form is rewritten field by field', () => {
  const values = learned({ body: '{"csrf":"a b"}' }, { body: '{"csrf":"c&d"}' });
  assert.equal(values.body('x=1&csrf=a+b', 'application/x-www-form-urlencoded'), 'x=1&csrf=c%26d');
});

test('secrets are the key in a signed cookie, and what stands in columns named like secrets', () => {
  const secrets = secretsOf({ headers: ['Cookie', 'sid=s%3AAfsrHXskNOM0dhi588Ix6sp.sig'] });
  assert.ok(secrets.includes('AfsrHXskNOM0dhi588Ix6sp'), secrets.join());
  const codes = secretsOf({ body: '{"mfa":{"recovery":"nZabw7A2tg, y1dWjz1oth"},"name":"Ann, Bob and Eve"}' });
  assert.deepEqual(codes.filter((one) => !one.includes(',')), ['nZabw7A2tg', 'nZabw7A2tg', 'y1dWjz1oth', 'y1dWjz1oth']);
  const rows = [{ id: 'a long identifier', password_hash: '$2b$10$abcdef', auth: { data: { apiKey: 'key-1234' } }, n: 1 }];
  assert.deepEqual(secretsInRows({ 'pg://a': { user: { rows } } }), ['$2b$10$abcdef', 'key-1234']);
});
