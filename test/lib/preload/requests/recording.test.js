'use strict';
// The files of a recording. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readFileSync, readdirSync, rmSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { openRecording } = require('../../../../lib/preload/binding.js');
const { FLOW } = require('../../../../lib/trace/protocol.js');
const { startRecording } = require('../../../../lib/preload/requests/recording.js');
const { writeBody, writeRequest, writeRequestsTo } = require('../../../../lib/preload/requests/request-lines.js');
const { PIECE_BYTES } = require('../../../../lib/trace/facts.js');
const { rawLines } = require('../../../../lib/trace/raw-lines.js');
const { root } = require('../../../support/package.js');

function recordingIn(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-recording-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const recording = startRecording(folder, 1e8, '{"type":"header"}');
  const file = path.join(folder, readdirSync(folder).find((name) => name.endsWith('.ndjson')));
  return { recording, read: () => [...rawLines(file)].slice(1) };
}

test('texts are what they were: quotes, controls, other scripts, long ones', (t) => {
  const every = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('');
  const texts = [every, '\\"\r\n', '€ 😀', 'x'.repeat(100_000), 'ü😀'.repeat(20_000), `${'y'.repeat(4094)}é`, 'short'];
  const { recording, read } = recordingIn(t);
  for (const value of texts) recording.write({ type: 'odd', value });
  assert.deepEqual(read().map(({ value }) => value), texts);
});

test('a body is a text if its bytes are UTF-8, else base64, be it a record of the mapped file or a long one', (t) => {
  const texts = ['a"b\r\n', 'ü€😀\u007f', '\u{10ffff}\ud7ff\ue000', `${'x'.repeat(5000)}é`, 'z'.repeat(PIECE_BYTES)];
  const others = [
    [0xff], [0x61, 0x80], [0xc0, 0xaf], [0xe0, 0x9f, 0xbf], [0xed, 0xa0, 0x80], [0xf0, 0x8f, 0xbf, 0xbf],
    [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xf5, 0x80, 0x80, 0x80], [0xf0, 0x9f, 0x98, 0x41],
  ].map((bytes) => Buffer.from(bytes));
  const { recording, read } = recordingIn(t);
  writeRequestsTo(recording);
  const bodies = [...texts.map((text) => Buffer.from(text)), ...others];
  for (const [number, content] of bodies.entries()) writeBody({ number }, { content });
  const lines = read();
  assert.deepEqual(lines.map(({ request }) => request), [...bodies.keys()]);
  assert.deepEqual(lines.splice(0, texts.length).map(({ body }) => body), texts);
  assert.deepEqual(lines.map(({ base64 }) => Buffer.from(base64, 'base64')), others);
});

test('JSON that many lines have is kept for so many texts, then written for each record', (t) => {
  const { recording, read } = recordingIn(t);
  writeRequestsTo(recording);
  for (let i = 0; recording.numberOfPart(`,"other":${i}`) !== undefined;) i++;
  for (const number of [1, 2]) {
    const message = { rawHeaders: [] };
    const request = { number, given: 'f', target: '/', headers: [], message, method: `M${number}`, via: 'http' };
    writeRequest(request, 'a.js:1:1', undefined);
  }
  const requests = read().filter(({ type }) => type === 'request');
  assert.deepEqual(requests.map(({ method, server }) => ({ method, server })), [
    { method: 'M1', server: 'a.js:1:1' }, { method: 'M2', server: 'a.js:1:1' }]);
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
  const { piece } = openRecording(path.join(folder, 'recorded-1-0.ndjson'), 1e8);
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
