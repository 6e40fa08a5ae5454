'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

const { followMoves, withSources } = require('../../../lib/files/sources.js');
const { isSchedule } = require('../../../lib/files/schedule.js');

const OLD = ['start();', 'fs.stat(a, () => {', '  fs.stat(b, done);', '});', 'wait();', 'fs.stat(b, done);', 'wait();', 'end();'];

// Returns the delays of a schedule of OLD for a program that now has `lines`.
function followed(t, delays, lines, operations = delays.map((delay, id) => ({ ...delay, id }))) {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-sources-test-'));
  t.after(() => fs.rmSync(cwd, { recursive: true, force: true }));
  const write = (text) => fs.writeFileSync(path.join(cwd, 'a.js'), text.join('\n'));
  write(OLD);
  const schedule = withSources(delays, [{ operations }], cwd);
  write(lines);
  return followMoves(schedule, cwd).delays;
}

const delayAt = (site, rest = '#1') => ({ name: `fs.stat@a.js:${site}${rest}`, phase: 'callback', delay: 5 });
const namesOf = (delays) => delays.map(({ name, tier, nth }) => [name, tier, nth]);

test('a line that has not moved stays', (t) => {
  assert.deepEqual(namesOf(followed(t, [delayAt('2:4')], OLD)), [['fs.stat@a.js:2:4#1', undefined, undefined]]);
});

test('lines above have moved it: the arrival at its connection, and what it waits for', (t) => {
  const delay = { ...delayAt('2:4', '#1/connect#1/ready#2'), phase: 'descriptor', until: ['timer setTimeout@a.js:6:4#1'] };
  const [moved] = followed(t, [delay], ['', '', '', ...OLD]);
  assert.deepEqual(moved, {
    ...delay, name: 'fs.stat@a.js:5:4#1/connect#1/ready#2', until: ['timer setTimeout@a.js:9:4#1'], tier: 'site', nth: 1,
  });
});

test('lines above have moved what a constraint waits for, in the same process or in another one', (t) => {
  const events = ['timer setTimeout@a.js:6:4#1', '0.1t2 callback fs.stat@a.js:3:6#2'];
  const operations = [
    { id: 1, ...delayAt('2:4') }, { id: 2, name: 'setTimeout@a.js:6:4#1', phase: 'timer' },
    { id: 3, name: 'fs.stat@a.js:3:6#1', phase: 'callback' }, { id: 4, name: 'fs.stat@a.js:3:6#2', phase: 'callback' },
  ];
  const [{ after }] = followed(t, [{ ...delayAt('2:4'), after: events }], ['', ...OLD], operations);
  assert.deepEqual(after, [
    { name: 'setTimeout@a.js:7:4#1', phase: 'timer', tier: 'site', nth: 1 },
    { name: 'fs.stat@a.js:4:6#2', phase: 'callback', place: '0.1t2', tier: 'site', nth: 2 },
  ]);
});

test('of lines that are the same, the one among the same others', (t) => {
  const delays = [delayAt('3:6', '#1<1a2b3c4d'), delayAt('6:4')];
  assert.deepEqual(namesOf(followed(t, delays, ['', ...OLD.slice(0, 4), 'fs.stat(c);', '', ...OLD.slice(4)])),
    [['fs.stat@a.js:4:6#1<1a2b3c4d', 'site', 1], ['fs.stat@a.js:9:4#1', 'site', 1]]);
});

test('a line that has changed is found by what is around it', (t) => {
  const lines = [...OLD.slice(0, 5), '  await fs.stat(b, done);', ...OLD.slice(6)];
  assert.deepEqual(namesOf(followed(t, [delayAt('6:4')], ['', ...lines])), [['fs.stat@a.js:7:12#1', 'site', 1]]);
});

test('a line that is gone stays as it was', (t) => {
  assert.deepEqual(namesOf(followed(t, [delayAt('6:4')], ['nothing();'])), [['fs.stat@a.js:6:4#1', undefined, undefined]]);
});

test('one whose line has not moved, below one that has: its name has a hash of that', (t) => {
  const operations = [{ ...delayAt('6:4'), id: 1 }, { ...delayAt('3:6', '#1<1a2b3c4d'), id: 2, parent: 1 }];
  const lines = [...OLD.slice(0, 4), '', ...OLD.slice(4)];
  assert.deepEqual(namesOf(followed(t, [delayAt('3:6', '#1<1a2b3c4d')], lines, operations)),
    [['fs.stat@a.js:3:6#1<1a2b3c4d', 'site', 1]]);
});

test('sources that are not valid are refused', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-sources-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'a.json');
  const five = ['', '', 'x', '', ''];
  for (const [sources, expected] of [
    [{ 'a.js:1:1': five }, true], [{}, true], [[], false], [null, false], ['', false], [{ 'a.js': five }, false],
    [{ 'a.js:1:1': ['x'] }, false], [{ 'file://host/a:1:1': five }, false],
  ]) {
    fs.writeFileSync(file, JSON.stringify({ format: 1, delays: [], sources }));
    assert.equal(isSchedule(file), expected, JSON.stringify(sources));
  }
});
