'use strict';
// The pair that minimize names where two processes race, from traces made for this.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { findPair } = require('../../../lib/minimize/pair.js');

const BEGAN = Date.parse('2026-01-01T00:00:00.000Z');

function linesOf({ began = 0, pid, parent, happened }) {
  const header = { type: 'header', format: 1, pid, parent, started: new Date(BEGAN + began).toISOString() };
  const decided = happened.map(([name], index) => {
    return { t: 0, id: index + 1, name, phase: 'callback', api: name.split('@')[0], site: name.replace(/^.*@|#.*/g, '') };
  });
  const ran = happened.map(([name, t]) => ({ type: 'run', t, name, phase: 'callback' }));
  return [header, ...decided, ...ran];
}

// Writes a run of several processes, {began, happened}: `happened` are [name, t] in the order of time.
function runOf(t, ...processes) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'trace'));
  for (const [index, process] of processes.entries()) {
    const lines = linesOf({ ...process, pid: index + 1, parent: 1 });
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    fs.writeFileSync(path.join(folder, 'trace', `trace-${index + 1}-0.ndjson`), text);
  }
  return folder;
}

const READ = 'fs.readFile(counter)@child.js:3:1#1';
const WRITE = 'fs.writeFile(counter)@child.js:4:1#1';
const pairOf = (delayed, failing, passing) => findPair({
  delays: [{ name: delayed, phase: 'callback', delay: 50 }], failing, passing, edges: [{ above: [], below: [] }],
}).pair;
const parent = { happened: [] };
const child = (read, write) => ({ happened: [[READ, read], [WRITE, write]] });

test('of two children of one program, the one that begins first is overtaken, whichever it is', (t) => {
  const failing = [runOf(t, parent, child(10, 60), child(30, 80)), runOf(t, parent, child(30, 80), child(10, 60))];
  const passing = [runOf(t, parent, child(10, 20), child(30, 40)), runOf(t, parent, child(30, 40), child(10, 20))];
  const pair = pairOf(WRITE, failing, passing);
  assert.deepEqual([pair?.delayed.name, pair?.overtaker.name], [WRITE, READ]);
});

test('children of one program that do not change places have no pair', (t) => {
  const failing = [runOf(t, parent, child(10, 60), child(70, 80)), runOf(t, parent, child(70, 80), child(10, 60))];
  const passing = [runOf(t, parent, child(10, 20), child(30, 40)), runOf(t, parent, child(30, 40), child(10, 20))];
  assert.equal(pairOf(WRITE, failing, passing), undefined);
});

const look = (count, time) => [`fs.readFile(port)@parent.js:9:1#${count}`, time];
const OPEN = 'fs.open(port)@child.js:2:1#1';
const PUT = 'fs.write@child.js:2:9#1<0a';

// The parent looks until the file is there.
const looking = (...times) => ({ happened: times.map((time, index) => look(index + 1, time)) });

test('of a process that looks again and again, the last look overtakes', (t) => {
  const late = { began: 5, happened: [[OPEN, 24], [PUT, 90]] };
  const soon = { began: 5, happened: [[OPEN, 24], [PUT, 26]] };
  const failing = [runOf(t, looking(10, 20, 30), late), runOf(t, looking(15, 30), late)];
  const passing = [runOf(t, looking(10, 20, 33), soon), runOf(t, looking(15, 33), soon)];
  const pair = pairOf(PUT, failing, passing);
  assert.match(String(pair?.overtaker.name), /^fs\.readFile\(port\)@parent\.js:9:1#[23]$/);
});

test('the last look before both writes is no pair', (t) => {
  const child = (put) => ({ began: 5, happened: [[OPEN, 24], [PUT, put]] });
  const failing = [runOf(t, looking(10, 20), child(90))];
  const passing = [runOf(t, looking(10, 14, 20), child(26))];
  assert.equal(pairOf(PUT, failing, passing), undefined);
});
