'use strict';
// The lines of a recording that are put together natively. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, readdirSync, rmSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { openRecording } = require('../../../../lib/preload/binding.js');
const { FLOW } = require('../../../../lib/trace/flow-header.js');
const { ABSENT, startRecording } = require('../../../../lib/preload/requests/recording.js');
const { writeRequest, writeRequestsTo } = require('../../../../lib/preload/requests/request-lines.js');
const { PIECE_BYTES } = require('../../../../lib/trace/facts.js');
const { rawLines } = require('../../../../lib/trace/raw-lines.js');
const { root } = require('../../../support/package.js');

const FIELDS = ['t:ms', 'count:number', 'name:text', ':json', 'list:list', 'rows:number', 'more:json'];

// Returns the lines that write(line, numbers) has written by a form of these fields.
function written(t, write) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const recording = startRecording(folder, 1e8, '{}');
  write(recording.form('odd', FIELDS), recording.numbers);
  const [file] = readdirSync(folder);
  return readFileSync(path.join(folder, file), 'utf8').split('\n').slice(1).filter(Boolean).map((line) => JSON.parse(line));
}

test('a line has the fields that are given, in JSON', (t) => {
  const [all, few, empty] = written(t, (line, numbers) => {
    numbers.set([1.2345, 7, 3]);
    line('a', ',"own":[1]', ['b', '', 'c"d'].join('\0'), '{"x":null}');
    numbers.set([2, ABSENT, 0]);
    line(undefined, undefined, '', undefined);
    numbers.fill(ABSENT);
    line(7, {}, null);
  });
  const known = { type: 'odd', t: 1.235, count: 7, name: 'a', own: [1], list: ['b', '', 'c"d'], rows: 3, more: { x: null } };
  assert.deepEqual(all, known);
  assert.deepEqual(few, { type: 'odd', t: 2, list: [''], rows: 0 });
  assert.deepEqual(empty, { type: 'odd' });
});

test('texts are what they were: quotes, controls, other scripts, long ones', (t) => {
  const every = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('');
  const texts = [every, '\\"\r\n', '€ 😀', 'x'.repeat(100_000), 'ü😀'.repeat(20_000), `${'y'.repeat(4094)}é`, 'short'];
  const lines = written(t, (line, numbers) => {
    numbers.fill(ABSENT);
    for (const text of texts) line(text);
  });
  assert.deepEqual(lines.map(({ name }) => name), texts);
});

test('a body is a text if its bytes are UTF-8, else base64', (t) => {
  const texts = ['a"b\r\n', 'ü€😀\u007f', '\u{10ffff}\ud7ff\ue000', `${'x'.repeat(5000)}é`];
  const others = [
    [0xff], [0x61, 0x80], [0xc0, 0xaf], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80], [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xf5, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x98, 0x41],
  ];
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const line = startRecording(folder, 1e8, '{}').form('odd', ['body:bytes', 'cut:json']);
  for (const text of texts) line(Buffer.from(text), 'true');
  for (const other of others) line(Buffer.from([...Buffer.from('a long text that is plain, '), ...other]), 'true');
  for (const none of ['text', undefined, new Float64Array(1), {}]) line(none, 'true');
  const [file] = readdirSync(folder);
  const lines = readFileSync(path.join(folder, file), 'utf8').split('\n').slice(1).filter(Boolean).map((one) => JSON.parse(one));
  assert.deepEqual(lines.splice(0, texts.length).map(({ body }) => body), texts);
  for (const other of others) {
    const { base64, ...more } = lines.shift();
    assert.deepEqual(more, { type: 'odd', cut: true });
    assert.deepEqual(Buffer.from(base64, 'base64').subarray(27), Buffer.from(other));
  }
  assert.deepEqual(lines.map(({ body }) => body), ['text', undefined, undefined, undefined]);
});

test('a list that comes again has a number', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const recording = startRecording(folder, 1e8, '{}');
  const number = recording.numberOfList('a\0b', ['a', 'b']);
  assert.equal(recording.numberOfList('a\0b', ['a', 'b']), number);
  const [file] = readdirSync(folder);
  const [, line] = readFileSync(path.join(folder, file), 'utf8').split('\n');
  assert.equal(line, `{"type":"text","text":${number},"value":["a","b"]}`);
});

test('headers of kinds of requests that take turns on a connection have numbers, without those of the flow', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeRequestsTo(startRecording(folder, 1e8, '{}'));
  const socket = {};
  for (let number = 0; number < 6; number++) {
    const headers = ['host', 'a', FLOW, `f-1/c.${number}`, 'content-length', String(number % 2)];
    const message = { rawHeaders: headers, socket };
    writeRequest({ number, given: 'f-1', call: `c.${number}`, method: 'PUT', target: '/', headers, message, via: 'http' });
  }
  const lines = [...rawLines(path.join(folder, readdirSync(folder).find((name) => name.endsWith('.ndjson'))))];
  const listOf = (kind) => ['host', 'a', 'content-length', kind];
  const [first, second] = lines.filter(({ type }) => type === 'text');
  assert.deepEqual([first.value, second.value], [listOf('0'), listOf('1')]);
  const headers = lines.filter(({ type }) => type === 'request').map((line) => line.headers);
  assert.deepEqual(headers, [listOf('0'), listOf('1'), first.text, second.text, first.text, second.text]);
});

test('all pieces of a recording are one buffer, which is never detached', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { piece } = openRecording(path.join(folder, 'recorded-1-0.ndjson'), 1e8, new Float64Array(1));
  const first = piece(PIECE_BYTES);
  if (first === undefined) return; // nothing is mapped on Windows
  const bytes = new Uint8Array(first);
  bytes[0] = 1;
  assert.equal(piece(PIECE_BYTES), first);
  assert.equal(bytes.length, PIECE_BYTES);
  assert.equal(bytes[0], 0);
  bytes[0] = 2;
  const written = readFileSync(path.join(folder, 'recorded-1-0.facts'));
  assert.deepEqual([written.length, written[0], written[PIECE_BYTES]], [2 * PIECE_BYTES, 1, 2]);
});

test('a request that the program emits by itself leaves nothing behind', (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const script = `
    const http = require('node:http');
    const { currentRequest } = process[Symbol.for('nacd-native.requests')];
    const server = http.createServer(() => console.log(currentRequest() !== undefined));
    const message = new http.IncomingMessage({ readable: false });
    message.on('end', () => console.log(currentRequest() !== undefined));
    server.emit('request', message, new http.ServerResponse(message));
    console.log(currentRequest());
    message.emit('end');
    console.log(currentRequest());`;
  const env = { ...process.env, NACD_REQUESTS: 'record', NACD_TRACE: folder };
  const root = path.join(__dirname, '../../../..');
  const output = execFileSync(process.execPath, ['-r', root, '-e', script], { env, encoding: 'utf8' });
  assert.deepEqual(output.trim().split('\n'), ['true', 'undefined', 'true', 'undefined']);
});

test("a program's async_hooks see nothing that the recorder has begun", (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = `
    const begun = new Set([0, 1]); // the main program's
    const strangers = new Set();
    require('node:async_hooks').createHook({
      init(id) { begun.add(id); },
      before(id) { if (!begun.has(id)) strangers.add(id); },
    }).enable();
    setTimeout(setTimeout, 20, () => { process.stdout.write(String(strangers.size)); }, 20);
  `;
  const env = { ...process.env, NODE_OPTIONS: '', NACD_REQUESTS: 'record', NACD_TRACE: folder };
  assert.equal(execFileSync(process.execPath, ['-r', root, '-e', program], { env, encoding: 'utf8' }), '0');
});
