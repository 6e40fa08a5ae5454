'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { traceFile } = require('../../../lib/trace/header.js');
const { OPTIONS } = require('../../../lib/options/program.js');
const { readOptions } = require('../../../lib/options/read.js');

// What says where a process writes, or is for one run alone. The stalls of a run are in its schedule.
const OF_ONE_RUN = new Set([
  'seed', 'trace', 'traceLimit', 'schedule', 'gates', 'requests', 'everyRequest', 'requestsPlan', 'quiet',
]);

// A value that an option does not have by default.
function otherThan({ type, values, default: usual, min = 0 }) {
  if (type === 'choice') return values.find((value) => value !== usual);
  if (type === 'flag') return '1';
  if (type === 'integer' || type === 'number') return String(min + 1);
  return 'x';
}

test('the header of a trace tells every option that says what a run holds', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-header-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const kept = OPTIONS.filter(({ key }) => !OF_ONE_RUN.has(key));
  assert.ok(kept.some(({ key }) => key === 'endsWait'), 'control: it is one of them');
  for (const option of kept) {
    const given = readOptions({ [option.env]: otherThan(option), NACD_TRACE: folder });
    const { options } = JSON.parse(traceFile({ ...given, trace: folder }, 1, Date.now()).traceHeader);
    assert.deepEqual(options[option.key], given[option.key], option.key);
    for (const key of OF_ONE_RUN) assert.ok(!(key in options), key);
  }
});
