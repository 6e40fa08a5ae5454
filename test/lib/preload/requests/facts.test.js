'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Facts } = require('../../../../lib/preload/requests/facts.js');
const { ABSENT, KINDS, PIECE_BYTES, TAGS } = require('../../../../lib/trace/facts.js');
const { rawLines } = require('../../../../lib/trace/raw-lines.js');
const { makeFolder } = require('../../../support/cli.js');

// Facts in memory, and the lines that a reader finds when both files are on the disk.
function makeFacts(t) {
  const file = path.join(makeFolder(t), 'recorded-1-0.ndjson');
  const pieces = [];
  const limit = { pieces: Infinity };
  const piece = (size) => {
    if (pieces.length >= limit.pieces) return undefined;
    pieces.push(new ArrayBuffer(size));
    return pieces.at(-1);
  };
  const lines = [];
  const facts = new Facts(piece, (text) => lines.push(text));
  return {
    facts, limit, lines, pieces,
    line(object) {
      lines.push(JSON.stringify(object));
      facts.line();
    },
    read() {
      fs.writeFileSync(file, `${lines.join('\n')}\n`);
      fs.writeFileSync(file.replace('.ndjson', '.facts'), Buffer.concat(pieces.map((one) => Buffer.from(one))));
      return [...rawLines(file)];
    },
  };
}

function writeBody(facts, number, content) {
  facts.begin(3, 1, content.length);
  facts.three(1.5, number, ABSENT);
  facts.content(content);
  facts.end(TAGS.body);
}

test('records and lines are read in the order in which they were written', (t) => {
  const { facts, line, read } = makeFacts(t);
  line({ type: 'header' });
  line({ type: 'part', part: 1, store: 2, api: 'pg.Client.query' });
  facts.begin(7, 2, 40);
  facts.four(3.1, 4.8, 5, ABSENT);
  facts.three(ABSENT, 1, 1);
  facts.text('["X",7]', KINDS.json);
  facts.text(',"failed":"23505"', KINDS.json);
  facts.end(TAGS.operation);
  line({ type: 'site', operation: 5, site: 3 });
  writeBody(facts, 9, 'abc');
  line({ type: 'listen' });
  assert.deepEqual(read(), [
    { type: 'header' },
    { type: 'operation', t: 3.1, end: 4.8, operation: 5, store: 2, api: 'pg.Client.query', values: ['X', 7], rows: 1, failed: '23505' },
    { type: 'site', operation: 5, site: 3 },
    { type: 'body', t: 1.5, request: 9, body: 'abc' },
    { type: 'listen' },
  ]);
});

test('calls to other services and their answers are messages, and times have three digits', (t) => {
  const { facts, line, read } = makeFacts(t);
  line({ type: 'part', part: 1, here: '9f3c55aa01b2' });
  for (const tag of [TAGS.call, TAGS.answer]) {
    facts.begin(4, 0, 0);
    facts.four(1.23456, 2, 7, 1);
    facts.end(tag);
  }
  const known = { type: 'message', t: 1.235, request: 2, queue: 'http' };
  const [call, answer] = [{ how: 'send', id: '9f3c55aa01b2.7' }, { how: 'receive', id: '9f3c55aa01b2.7:answer' }];
  assert.deepEqual(read(), [{ ...known, ...call }, { ...known, ...answer }]);
});

test('texts of all kinds are read as they were', (t) => {
  const { facts, read } = makeFacts(t);
  const texts = ['', 'a', 'x'.repeat(500), '\u00fc\u20ac\u{1f600}', 'a\0"\\\n', Buffer.from([0xff, 0x00]), Buffer.from('{"a":1}')];
  for (const text of texts) writeBody(facts, 1, text);
  const found = read().map(({ body, base64 }) => body ?? Buffer.from(base64, 'base64'));
  assert.deepEqual(found, [...texts.slice(0, -1), '{"a":1}']);
});

test('a list, an absent text and absent numbers of a request', (t) => {
  const { facts, line, read } = makeFacts(t);
  line({ type: 'part', part: 1, method: 'GET', via: 'http' });
  facts.begin(4, 5, 100);
  facts.four(1, 2, ABSENT, 1);
  facts.text('f-1', KINDS.text);
  facts.text(undefined, KINDS.text);
  facts.text('/a', KINDS.text);
  facts.text('host\0b', KINDS.list);
  facts.text(undefined, KINDS.text);
  facts.end(TAGS.request);
  assert.deepEqual(read(), [
    { type: 'request', t: 1, request: 2, flow: 'f-1', target: '/a', headers: ['host', 'b'], method: 'GET', via: 'http' }]);
});

test('a short list of values is one of texts and numbers, and a flow that a request begins is its number', (t) => {
  const { facts, line, read } = makeFacts(t);
  line({ type: 'part', part: 1, method: 'GET', own: 'ab' });
  const values = ['', '"\\\n\u00fc', 7, -0, -12345678901];
  facts.begin(7, 7, 100);
  facts.four(1, 2, 3, ABSENT);
  facts.three(ABSENT, ABSENT, ABSENT);
  facts.list(values);
  facts.text(undefined, KINDS.json);
  facts.end(TAGS.operation);
  facts.begin(4, 5, 0);
  facts.four(1, 9, 4, 1);
  for (let text = 0; text < 5; text++) facts.text(undefined, KINDS.text);
  facts.end(TAGS.request);
  assert.deepEqual(read(), [
    { type: 'operation', t: 1, end: 2, operation: 3, values: ['', '"\\\n\u00fc', 7, 0, -12345678901] },
    { type: 'request', t: 1, request: 9, flow: 'ab-9', headers: 4, method: 'GET' }]);
});

test('the head of a response is text of letters of one byte', (t) => {
  const { facts, line, read } = makeFacts(t);
  line({ type: 'part', part: 2, handler: '/a' });
  const head = `HTTP/1.1 200 OK\r\nx: \u00e9${'y'.repeat(50)}\r\n\r\n`;
  facts.begin(6, 2, head.length);
  facts.three(1, 2, ABSENT);
  facts.three(200, ABSENT, 2);
  facts.head(head);
  facts.content(undefined);
  facts.end(TAGS.response);
  assert.deepEqual(read(), [{ type: 'response', t: 1, request: 2, status: 200, head, handler: '/a' }]);
});

test('pieces follow each other, and a record that is too long, or has no piece, is a line', (t) => {
  const { facts, limit, lines, pieces, line, read } = makeFacts(t);
  const text = 'y'.repeat(PIECE_BYTES / 8);
  for (let number = 1; number <= 9; number++) writeBody(facts, number, text);
  line({ type: 'listen' });
  writeBody(facts, 10, 'y'.repeat(PIECE_BYTES));
  assert.equal(lines.length, 2);
  writeBody(facts, 11, 'z');
  limit.pieces = pieces.length;
  const numbers = [12, 13, 14, 15, 16, 17, 18, 19, 20];
  for (const number of numbers) writeBody(facts, number, text);
  assert.ok(lines.length > 2 && lines.length < 2 + numbers.length); // the last piece has some of them
  const found = read();
  assert.deepEqual(found.map(({ request }) => request), [1, 2, 3, 4, 5, 6, 7, 8, 9, undefined, 10, 11, ...numbers]);
  assert.equal(found[10].body.length, PIECE_BYTES);
});

test('without any piece all records are lines, with their parts', (t) => {
  const { facts, limit, lines, line, read } = makeFacts(t);
  limit.pieces = 0;
  for (const handler of ['/a', '/b']) {
    line({ type: 'part', part: 0, handler });
    facts.begin(6, 2, 0);
    facts.three(1, 2, ABSENT);
    facts.three(200, ABSENT, 0);
    facts.text(undefined, KINDS.json);
    facts.content(Buffer.from([0xff]));
    facts.end(TAGS.response);
  }
  const known = { type: 'response', t: 1, request: 2, status: 200, base64: '/w==' };
  assert.deepEqual(read(), [{ ...known, handler: '/a' }, { ...known, handler: '/b' }]);
  assert.equal(lines.length, 4);
});

test('a long record that was given up leaves the others as they are', (t) => {
  const { facts, lines, read } = makeFacts(t);
  writeBody(facts, 1, 'a');
  facts.begin(3, 1, PIECE_BYTES);
  facts.three(2, 2, 2);
  writeBody(facts, 3, 'b');
  assert.deepEqual(read().map(({ request }) => request), [1, 3]);
  assert.equal(lines.length, 0);
});

test('a line with a record that was changed is named', (t) => {
  const { line, read } = makeFacts(t);
  const words = new Float64Array([2 * 16 + TAGS.body, 1]); // it has no number of a request
  line({ type: 'record', words: Buffer.from(words.buffer).toString('base64') });
  assert.throws(read, /recorded-1-0\.ndjson is not valid: a record cannot be read/);
});

test('a message has its queue and its id', (t) => {
  const { facts, read } = makeFacts(t);
  facts.begin(2, 3, 20);
  facts.two(1.5, 2);
  for (const text of ['done', 'bull:mail', undefined]) facts.text(text, KINDS.text);
  facts.end(TAGS.message);
  assert.deepEqual(read(), [{ type: 'message', t: 1.5, request: 2, how: 'done', queue: 'bull:mail' }]);
});

test('a record that was not ended is not there', (t) => {
  const { facts, read } = makeFacts(t);
  writeBody(facts, 1, 'a');
  facts.begin(3, 1, 1);
  facts.three(2, 2, 2);
  assert.deepEqual(read().map(({ request }) => request), [1]);
  writeBody(facts, 2, 'b');
  assert.deepEqual(read().map(({ request }) => request), [1, 2]);
});
