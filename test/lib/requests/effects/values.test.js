'use strict';
// Values of requests and responses, their hashes, and names of handlers.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const zlib = require('node:zlib');
const { handlerOf, pathOf } = require('../../../../lib/requests/effects/handlers.js');
const { hashOf } = require('../../../../lib/requests/effects/hash.js');
const { receivedValues, sentValues } = require('../../../../lib/requests/effects/message-values.js');

const json = ['content-type', 'application/json'];
const head = (...lines) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');

test('hashes are 64-bit FNV-1a', () => {
  assert.equal(hashOf(''), 'cbf29ce484222325');
  assert.equal(hashOf('foobar'), '85944171f73967e8');
});

test('a request has the values of its path, query, cookies, headers and body', () => {
  const sent = sentValues({
    target: '/posts/7/comments/12345?page=2&token=abcdef',
    headers: ['Host', 'localhost', 'Cookie', 'sid=s%3Axyz; a=1', 'Authorization', 'Bearer t0ken', ...json],
    body: '{"title":"Hello","tags":["xyz",5],"authorId":9}',
  });
  assert.deepEqual(sent.sort(), [
    'Bearer t0ken', 'Hello', '12345', 'a=1', 'abcdef', 'author=9', 'comments', 'page=2', 'post=7', 'posts',
    's%3Axyz', 'tags=5', 't0ken', 'xyz',
  ].sort());
});

test('a field id in the answer to a request for /posts is what /posts/7 sends', () => {
  const received = receivedValues({ head: head('Content-Type: application/json'), body: '{"id":7}' }, '/posts');
  const sent = sentValues({ target: '/posts/7', headers: [] });
  assert.ok(received.includes('post=7'));
  assert.ok(sent.includes('post=7'));
});

test('words in the answer to a request that only reads are no values: a client knows them by itself', () => {
  const words = ['tea', 'Green tea', 'pending', 'ann.smith'];
  const tokens = ['XKQZ', 'xKqZab', 'abcdefghijklmnopq', 't0k3n', 'room-7'];
  const body = JSON.stringify([...words, ...tokens]);
  const received = (method) => receivedValues({ head: head('Content-Type: application/json', 'Set-Cookie: sid=abc'), body }, '/', method);
  assert.deepEqual(received('GET').sort(), [...tokens, 'abc'].sort());
  assert.deepEqual(received('POST').sort(), [...words, ...tokens, 'abc'].sort());
});

test('a response has the values of its cookies, Location and body, also of a compressed one', () => {
  const packed = zlib.gzipSync('<form action="/a/b77"><input name="_csrf" value="tok123"></form>').toString('base64');
  const lines = ['Set-Cookie: sid=abc; Path=/', 'Location: /items/42?x=long', 'Content-Type: text/html', 'Content-Encoding: gzip'];
  const received = receivedValues({ head: head(...lines), base64: packed }, '/');
  for (const value of ['abc', 'item=42', 'long', 'b77', 'tok123']) assert.ok(received.includes(value), value);
});

test('headers that a gRPC client sets by itself are no values', () => {
  const headers = ['grpc-timeout', '4999m', 'grpc-accept-encoding', 'identity,gzip', 'user', 'Ann'];
  assert.deepEqual(sentValues({ target: '/', headers }), ['Ann']);
});

test('a handler is a method and a route, or a path without generated segments', () => {
  const of = (method, target, route) => handlerOf({ method, target, route });
  assert.equal(of('GET', '/a/7', '/a/:id'), 'GET /a/:id');
  assert.equal(of('GET', '/a/7/b?x=1'), 'GET /a/:n/b');
  assert.equal(of('GET', '/u/3fa85f64-5717-4562-b3fc-2c963f66afa6'), 'GET /u/:n');
  assert.equal(of('GET', '/'), 'GET /');
});

test('a name that an answer told is no part of a path, encoded for a URL or not', () => {
  const made = new Set(['kQz Tbw', 'kQzTbw']);
  assert.equal(pathOf('/links/kQzTbw/stats', made), '/links/:n/stats');
  assert.equal(pathOf('/links/kQz%20Tbw/stats?x=1', made), '/links/:n/stats');
  assert.equal(pathOf('/links/100%/stats', made), '/links/100%/stats');
  assert.equal(pathOf('/links/order%2D0123456789/stats', made), '/links/:n/stats');
});

test('a handler is named by what is called, too, where one path serves many functions', () => {
  const of = (body) => handlerOf({ method: 'POST', target: '/api', body: JSON.stringify(body) });
  const graphql = (query, operationName) => of({ query, operationName });
  const book = 'mutation Book($id: ID!, $in: In = {a: [1]}) @live { mine: book(id: $id, in: {x: "}"}) { seats } other }';
  assert.equal(graphql(book), 'POST /api mutation book, other');
  assert.equal(graphql('{ event(id: 1) { title owner { name } } } # }'), 'POST /api query event');
  assert.equal(graphql('query A { a } mutation B { c ...F ... on Mutation { z } }', 'B'), 'POST /api mutation c');
  assert.equal(graphql('fragment F on T { x } query { y @skip(if: true) { ...F } }'), 'POST /api query y');
  assert.equal(of([{ query: '{ a }' }, { query: '{ b }' }]), 'POST /api query a, query b');
  assert.equal(of({ jsonrpc: '2.0', method: 'user.add', id: 1 }), 'POST /api user.add');
  for (const other of [{ query: 'cats and dogs' }, { query: { match: 1 } }, { query: '' }, { jsonrpc: '1.0', method: 'x' }, ['query']]) {
    assert.equal(of(other), 'POST /api');
  }
  assert.equal(handlerOf({ method: 'POST', target: '/api', body: '{"query":"{ a }' }), 'POST /api');
});
