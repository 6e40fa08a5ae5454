'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { matchOf, withTiers } = require('../../../lib/analysis/tiers.js');

const trace = (...names) => {
  const operations = names.map(([name, parent, phase = 'callback'], at) => ({ id: at + 1, name, parent, phase, line: at }));
  return [{ operations }];
};
const delay = (name, phase = 'callback') => ({ name, phase, delay: 5 });
const [A, B] = ['fs.stat(a)@x.js:1:1#1', 'fs.stat(b)@x.js:2:2#1'];

test('a name that both runs have is compared as a whole', () => {
  const traces = trace([A], [B]);
  assert.deepEqual(withTiers([delay(A)], traces, traces), [delay(A)]);
});

test('a subject that differs between two runs is left out', () => {
  const own = trace([A], ['fs.stat(q)@x.js:3:3#1'], ['fs.stat(r)@x.js:3:3#1']);
  const others = trace([A], ['fs.stat(s)@x.js:3:3#1'], ['fs.stat(t)@x.js:3:3#1']);
  const [found] = withTiers([delay('fs.stat(r)@x.js:3:3#1')], own, others);
  assert.deepEqual(found, { ...delay('fs.stat(r)@x.js:3:3#1'), tier: 'subject', nth: 2 });
});

test('an operation below one whose name varies is found by its call site and count', () => {
  const own = trace([A], ['fs.open(q)@x.js:3:3#1'], ['fs.read@x.js:4:4#1<00000001', 2]);
  const others = trace([A], ['fs.open(s)@x.js:3:3#1'], ['fs.read@x.js:4:4#1<00000002', 2]);
  const [found] = withTiers([delay('fs.read@x.js:4:4#1<00000001')], own, others);
  assert.deepEqual([found.tier, found.nth], ['site', 1]);
});

test('a call site that varies is found by its parent', () => {
  const own = trace([A], ['fs.read@eval1:4:4#1<00000001', 1]);
  const others = trace([A], ['fs.read@eval2:4:4#1<00000001', 1]);
  const [found] = withTiers([delay('fs.read@eval1:4:4#1<00000001')], own, others);
  assert.deepEqual([found.tier, found.nth, found.parent], ['parent', 1, 'fs.stat@x.js:1:1']);
});

test('what only the failing run has keeps its name: nothing of the other run is in its place', () => {
  const own = trace([A], ['fs.stat(b)@x.js:1:1#1']);
  assert.deepEqual(withTiers([delay('fs.stat(b)@x.js:1:1#1')], own, trace([A])), [delay('fs.stat(b)@x.js:1:1#1')]);
  // The other run's second operation at the site occurs in the failing run, too: it is another one.
  const more = trace([A], ['fs.stat(c)@x.js:1:1#1'], ['fs.stat(b)@x.js:1:1#1']);
  const others = trace(['fs.stat(c)@x.js:1:1#1'], [A]);
  assert.equal(withTiers([delay('fs.stat(b)@x.js:1:1#1')], more, others)[0].tier, undefined);
});

test('a match says which tier was used', () => {
  const schedule = { delays: [
    delay(A), { ...delay('fs.stat(q)@x.js:3:3#1'), tier: 'subject', nth: 2 },
    { ...delay('fs.read@x.js:4:4#1<00000001'), tier: 'site', nth: 1 }, delay('fs.stat(gone)@x.js:9:9#1'),
  ] };
  const traces = trace([A], ['fs.stat(u)@x.js:3:3#1'], ['fs.stat(v)@x.js:3:3#1'], ['fs.read@x.js:4:4#1<0000000f', 2]);
  const { matched, missed, tiers } = matchOf(schedule, traces);
  assert.equal(matched, 3);
  assert.deepEqual(missed, [schedule.delays[3]]);
  assert.deepEqual(tiers, { name: 1, subject: 1, site: 1 });
});
