'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { readTraces } = require('../../../lib/trace/read.js');
const { readRunTraces } = require('../../../lib/trace/run-traces.js');
const { temporaryFolder } = require('../../support/package.js');

const HEADER = '{"type":"header","format":1,"argv":["node","\\"delay\\":"]}\n';
const operation = (index, delay) => `${JSON.stringify({ t: index, name: `é#${index}`, phase: 'callback', delay })}\n`;

function folderWith(t, ...texts) {
  const folder = temporaryFolder(t, 'nacd-traces-');
  for (const [index, text] of texts.entries()) fs.writeFileSync(path.join(folder, `trace-${index + 1}-0.ndjson`), text);
  return folder;
}

const namesOf = ({ operations }) => operations.map(({ name }) => name);

// Some 3 MB, so that lines and their letters of two bytes lie across the edges of blocks.
function longTrace(count) {
  const lines = Array.from({ length: count }, (_, index) => operation(index, index % 3 === 0 ? 7 : undefined));
  return HEADER + lines.join('');
}

test('the delayed operations of a long trace are those that a reading of the whole finds', (t) => {
  const folder = folderWith(t, longTrace(60_000));
  const [expected] = readTraces(folder);
  const { delayed: [delayed], whole, hooked } = readRunTraces(folder);
  assert.deepEqual(namesOf(delayed), expected.operations.filter(({ delay }) => delay === 7).map(({ name }) => name));
  assert.deepEqual(delayed.header, expected.header);
  assert.equal(hooked, true);
  assert.equal(whole, undefined);
  const all = readRunTraces(folder, { whole: true });
  assert.deepEqual(all.whole, [expected]);
  assert.deepEqual(namesOf(all.delayed[0]), namesOf(delayed));
});

test('beginnings are those of the first traces', (t) => {
  const folder = folderWith(t, longTrace(10), longTrace(60_000), longTrace(10));
  const bytes = 1.5 * 1024 * 1024;
  const { beginnings, delayed } = readRunTraces(folder, { beginnings: { bytes, processes: 2 } });
  assert.deepEqual(beginnings.map(({ operations }) => operations.length > 10), [false, true]);
  assert.equal(delayed.length, 3);
  const text = fs.readFileSync(beginnings[1].file).subarray(0, bytes).toString();
  assert.equal(beginnings[1].operations.length, text.split('\n').length - 2, 'all whole lines but the header');
});

test('the rest of a killed process is cut, also where it begins at the edge of a block', (t) => {
  const block = 1024 * 1024;
  for (const length of [block - 1, block, block + 1, 2 * block, 300]) {
    const line = operation(1, 5);
    const name = 'x'.repeat(length - HEADER.length - line.length - '{"name":""}\n'.length);
    const text = `${HEADER}${line}{"name":"${name}"}\n`;
    const folder = folderWith(t, text + '\n'.repeat(3 * block));
    const { delayed } = readRunTraces(folder, { whole: length === block });
    assert.deepEqual(namesOf(delayed[0]), ['é#1']);
    assert.equal(fs.readFileSync(delayed[0].file, 'utf8'), text);
  }
});

test('a process that wrote nothing did not load the hooks; neither does a folder without traces', (t) => {
  assert.equal(readRunTraces(folderWith(t, '')).hooked, false);
  assert.equal(readRunTraces(folderWith(t)).hooked, false);
  assert.equal(readRunTraces(path.join(folderWith(t), 'nothing')).hooked, false);
});

// Lines that are no JSON take part in the size only. Their zeros are holes of the file, which take no room on the disk.
function giant(t) {
  const folder = folderWith(t, HEADER + operation(1, 7));
  const [file] = fs.readdirSync(folder).map((name) => path.join(folder, name));
  for (let count = 0; count < 66; count++) {
    fs.truncateSync(file, fs.statSync(file).size + 8 * 1024 * 1024);
    fs.appendFileSync(file, '\n');
  }
  fs.appendFileSync(file, operation(2, 9));
  return folder;
}

test('a trace may be longer than a text of V8', (t) => {
  const folder = giant(t);
  const { delayed, whole } = readRunTraces(folder, { whole: true });
  assert.deepEqual(namesOf(delayed[0]), ['é#1', 'é#2']);
  assert.deepEqual(namesOf(whole[0]), ['é#1', 'é#2']);
  const [beginning] = readTraces(folder);
  assert.deepEqual(namesOf(beginning), ['é#1']);
  assert.equal(beginning.cut, true);
});

test('a trace says that it ended at its limit', (t) => {
  const limit = '{"type":"limit","t":7,"bytes":1048576}\n';
  for (const whole of [true, false]) {
    assert.equal(readRunTraces(folderWith(t, longTrace(10), longTrace(60_000) + limit), { whole }).limited, true);
    assert.equal(readRunTraces(folderWith(t, longTrace(60_000)), { whole }).limited, false);
  }
});
