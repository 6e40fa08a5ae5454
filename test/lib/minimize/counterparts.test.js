'use strict';
// The pair that minimize names where failing and passing runs name one call differently, from traces made for this.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { findPair } = require('../../../lib/minimize/pair.js');

// Writes a run of calls, [name, t, site] in the order of time.
function runOf(t, happened) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const decided = happened.map(([name, , site], index) => {
    return { t: 0, id: index + 1, name, phase: 'callback', api: name.split('@')[0], site };
  });
  const ran = happened.map(([name, time]) => ({ type: 'run', t: time, name, phase: 'callback' }));
  const lines = [{ type: 'header', format: 1 }, ...decided, ...ran];
  fs.mkdirSync(path.join(folder, 'trace'));
  fs.writeFileSync(path.join(folder, 'trace', 'trace-1-0.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return folder;
}

// Over a connection that is used again a request has the digits of the first one.
const call = (name, time) => [name, time, name.replace(/^.*@|#.*/g, '')];

test('a call that has another name in passing runs is compared by its place, where it touches the same', (t) => {
  const read = (rest, time) => call(`fs.readFile(a)@test/a.js:1:1#${rest}`, time);
  const write = (rest, time) => call(`fs.writeFile(a)@test/a.js:3:1#${rest}`, time);
  const answer = (time) => call('globals.Response.text@test/a.js:7:1#1', time);
  const one = 'aaaaaaaa', two = 'bbbbbbbb';
  const late = [read(`1<${two}`, 180), write(`1<${two}`, 240), answer(299), read(`1<${one}`, 300), write(`1<${one}`, 310)];
  const early = [read(`1<${one}`, 10), write(`1<${one}`, 20), answer(30), read(`2<${one}`, 110), write(`2<${one}`, 120)];
  const edge = [read(`1<${one}`, 90), write(`1<${one}`, 105), read(`1<${two}`, 110), answer(112), write(`1<${two}`, 120)];
  const delays = [{ name: read(`1<${one}`)[0], phase: 'callback', delay: 200 }];
  const given = { delays, failing: [runOf(t, late)], passing: [runOf(t, early)] };
  for (const below of [[], [runOf(t, edge)]]) {
    const { pair } = findPair({ ...given, edges: [{ above: [], below }] });
    assert.equal(pair.overtaker.name, write(`1<${two}`)[0]);
  }
  const other = late.map(([name, ...rest]) => [name.replace('writeFile(a)', 'writeFile(b)'), ...rest]);
  const elsewhere = findPair({ ...given, failing: [runOf(t, other)], edges: [{ above: [], below: [] }] });
  assert.equal(elsewhere.pair.overtaker.name, answer()[0], 'another file is no counterpart');
});
