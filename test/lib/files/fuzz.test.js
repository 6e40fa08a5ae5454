'use strict';
// The readers of schedules and traces get any text: each result is one line for the user or something readable.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const fc = require('fast-check');

const { condensed } = require('../../../lib/campaign/hang.js');
const { expectations } = require('../../../lib/analysis/order.js');
const { UserError } = require('../../../lib/errors/index.js');
const { readResults } = require('../../../lib/files/results.js');
const { readSchedule } = require('../../../lib/files/schedule.js');
const { parseTrace, readTraces } = require('../../../lib/trace/read.js');
const { readRunTraces } = require('../../../lib/trace/run-traces.js');
const { temporaryFolder } = require('../../support/package.js');

const RUNS = { numRuns: 500 };
const KEYS = ['format', 'delays', 'gates', 'failure', 'example', 'options', 'command', 'runs', 'baseline', 'name', 'phase',
  'type', 'delay', 't', 'object', 'api', 'site', 'id', 'title', 'folder', 'order', 'hold', 'until', 'barrier', 'count'];
const WORDS = ['run', 'cancel', 'exit', 'limit', 'header', 'callback', 'timer', 'a@b.js:1 -> c@d.js:2', '../x', 'runs/1', 1, -1];
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 }, fc.constantFrom(...WORDS), fc.jsonValue({ maxDepth: 1 }), tie('object'), fc.array(tie('value')),
  ),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value')),
}));
const file = fc.oneof(
  value,
  fc.record({ format: fc.constant(1), delays: fc.array(value), gates: value, failure: value }),
  fc.record({ format: fc.constant(1), runs: fc.array(value), command: value, baseline: value }),
);

function readsOrRefuses(read) {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof UserError, error.stack);
    assert.ok(!error.message.includes('\n'), error.message);
  }
}

test('any schedule and any campaign.json is read or refused with one line', (t) => {
  const folder = temporaryFolder(t, 'nacd-fuzz-');
  const name = path.join(folder, 'campaign.json');
  fc.assert(fc.property(fc.oneof(file.map((json) => JSON.stringify(json)), fc.string()), (text) => {
    fs.writeFileSync(name, text);
    readsOrRefuses(() => readSchedule(name));
    readsOrRefuses(() => readResults(folder));
  }), RUNS);
});

test('any trace is read, in the same way as one text and in blocks', (t) => {
  const folder = temporaryFolder(t, 'nacd-fuzz-');
  const line = fc.oneof(value.map((json) => JSON.stringify(json)), fc.string().map((text) => text.replaceAll('\n', '')));
  fc.assert(fc.property(fc.array(line.filter((text) => text !== '')), (lines) => {
    const text = lines.map((one) => `${one}\n`).join('');
    fs.writeFileSync(path.join(folder, 'trace-1-0.ndjson'), text);
    const [{ file: _, ...trace }] = readTraces(folder);
    assert.deepEqual(trace, parseTrace(fs.readFileSync(path.join(folder, 'trace-1-0.ndjson'), 'utf8')));
    readRunTraces(folder);
    expectations(condensed(readRunTraces(folder, { whole: true }).whole[0]));
  }), RUNS);
});
