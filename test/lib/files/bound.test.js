'use strict';
const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { MOST_BYTES, boundRun } = require('../../../lib/files/bound.js');
const { readTraces } = require('../../../lib/trace/read.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const NOBODY = 2 ** 22 + 1; // no process has such an id
const HEADER = `{"type":"header","format":1,"pid":${NOBODY}}\n`;
const lineOf = (at, more = '') => `{"t":${at},"name":"fs.stat@a.js:${at}:1#1${more}","phase":"callback"}\n`;

function runFolder(t, traces) {
  const folder = makeFolder(t);
  fs.mkdirSync(path.join(folder, 'trace'));
  for (const [pid, text] of traces.entries()) fs.writeFileSync(path.join(folder, 'trace', `trace-${pid}-0.ndjson`), text);
  for (const name of ['stdout', 'stderr']) fs.writeFileSync(path.join(folder, name), '');
  return folder;
}

function sizeOf(folder) {
  return fs.readdirSync(folder, { recursive: true }).map((name) => fs.statSync(path.join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

test('a long trace is compressed and read as before; a short one stays readable', (t) => {
  const long = HEADER + Array.from({ length: 60_000 }, (_, at) => lineOf(at)).join('');
  const folder = runFolder(t, [long, HEADER + lineOf(1)]);
  const before = readTraces(path.join(folder, 'trace')).map(({ operations }) => operations);
  assert.equal(boundRun(folder), false);
  assert.deepEqual(fs.readdirSync(path.join(folder, 'trace')), ['trace-0-0.ndjson.gz', 'trace-1-0.ndjson']);
  assert.ok(sizeOf(folder) < long.length / 4);
  assert.deepEqual(readTraces(path.join(folder, 'trace')).map(({ operations }) => operations), before);
});

test('a run keeps at most a megabyte: the header and the end of its trace, both ends of its output', (t) => {
  const random = () => crypto.randomBytes(24).toString('hex');
  const folder = runFolder(t, [HEADER + Array.from({ length: 80_000 }, (_, at) => lineOf(at, random())).join('')]);
  fs.writeFileSync(path.join(folder, 'stdout'), `begin\n${'x'.repeat(5_000_000)}\n1 failing`);
  assert.equal(boundRun(folder), true);
  assert.ok(sizeOf(folder) <= MOST_BYTES, `${sizeOf(folder)} bytes`);
  const [trace] = readTraces(path.join(folder, 'trace'));
  assert.equal(trace.header.pid, NOBODY);
  assert.equal(trace.operations.at(-1).t, 79_999);
  const output = fs.readFileSync(path.join(folder, 'stdout'), 'utf8');
  assert.match(output, /^begin\n/);
  assert.match(output, /\[nacd left out [0-9]+ bytes here\][^]*\n1 failing$/);
});

test('of a trace that is cut the source maps stay', (t) => {
  const map = (at) => `{"type":"map","t":${at},"file":"a.ts","url":"data:application/json;base64,e30="}\n`;
  const line = (at) => lineOf(at, crypto.randomBytes(24).toString('hex')) + (at === 30_000 ? map(at) : '');
  const folder = runFolder(t, [HEADER + Array.from({ length: 80_000 }, (_, at) => line(at)).join('')]);
  assert.equal(boundRun(folder), true);
  const [trace] = readTraces(path.join(folder, 'trace'));
  assert.equal(trace.operations.some(({ t: at }) => at === 30_000), false);
  assert.deepEqual([...trace.maps.keys()], ['a.ts']);
});

test('the trace of a process that outlives its run stays as it is', (t) => {
  const header = HEADER.replace(NOBODY, process.pid);
  const folder = runFolder(t, [header + Array.from({ length: 60_000 }, (_, at) => lineOf(at)).join('')]);
  const before = sizeOf(folder);
  assert.equal(boundRun(folder), false);
  assert.deepEqual(fs.readdirSync(path.join(folder, 'trace')), ['trace-0-0.ndjson']);
  assert.equal(sizeOf(folder), before);
});

test('a tool that was killed while it compressed a trace leaves the plain one', (t) => {
  const folder = runFolder(t, [HEADER + lineOf(1)]);
  fs.writeFileSync(path.join(folder, 'trace', 'trace-0-0.ndjson.gz'), 'beg');
  const traces = readTraces(path.join(folder, 'trace'));
  assert.deepEqual(traces.map(({ operations }) => operations.length), [1]);
});

test('a broken compressed trace is as an empty one', (t) => {
  const folder = runFolder(t, []);
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson.gz'), 'no gzip');
  assert.deepEqual(readTraces(path.join(folder, 'trace'))[0].operations, []);
});

test('a campaign says what it left out', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'talks.js'), "require('node:fs').stat('.', () => console.log('talk '.repeat(400_000)));");
  const { status, stdout } = await nacd(['run', '-n', '2', '--max-delay', '1', '--', 'node', 'talks.js'], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /in 2 runs the middle of traces or outputs is left out: 1 MB a run is kept/);
  const { runs } = readJson(cwd, '.nacd/campaign.json');
  assert.ok(runs.every(({ cut, folder }) => cut && sizeOf(path.join(cwd, '.nacd', folder)) <= MOST_BYTES));
});
