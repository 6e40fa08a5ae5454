'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const messages = require('../../../lib/messages/index.js');
const problems = require('../../../lib/messages/problems.js');

const LIB = path.join(__dirname, '../../../lib');

test('each message has a user outside lib/messages', () => {
  const files = fs.readdirSync(LIB, { recursive: true }).filter((name) => name.endsWith('.js') && !name.startsWith('messages/'));
  const text = files.map((name) => fs.readFileSync(path.join(LIB, name), 'utf8')).join('\n');
  assert.deepEqual(Object.keys(messages).filter((name) => !text.includes(`messages.${name}`)), []);
});

test('a problem is one line that begins with nacd', () => {
  const error = new Error('first\nsecond');
  const { badValue, cannotRead, cannotStart, notJson, noFailureLike, noOperands } = problems;
  for (const [line, expected] of [
    [badValue('--seed', 'x', 'allowed is a number'), 'nacd: --seed=x is not valid: allowed is a number'],
    [cannotRead('a.json', error), 'nacd: cannot read a.json: first'],
    [notJson('a.json', error), 'nacd: a.json is not JSON: first'],
    [cannotStart(['no', 'such'], new Error('ENOENT')), 'nacd: cannot start "no such": ENOENT'],
    [cannotStart(['A=1', 'npm'], { message: 'ENOENT', cause: { code: 'ENOENT' } }),
      'nacd: cannot start "A=1 npm": ENOENT (a program sets variables: -- env NAME=VALUE npm test)'],
    [noFailureLike('ffff', ['a1', 'b2']), 'nacd: there is no failure ffff; kept are a1, b2'],
    [noFailureLike('ffff', []), 'nacd: there is no failure ffff; none is kept'],
    [noOperands('init', ['a', 'b']), 'nacd init: no argument is allowed, not a b'],
  ]) assert.equal(line, expected);
});

test('hundreds of delays that are left do not scroll away what matters', () => {
  const delays = Array.from({ length: 300 }, (_, at) => ({ name: `fs.stat@a.js:1:1#${at + 1}`, phase: 'worker', delay: 5 }));
  const text = messages.minimizeInterrupted({ delays, from: 400, runs: 7 }, 'f.json');
  const lines = text.split('\n').filter((line) => line.startsWith('  '));
  assert.equal(lines[0], '  5 ms  worker  fs.stat@a.js:1:1#1');
  assert.equal(lines[20], '  and 280 more, in f.json');
  assert.ok(lines.length < 25, text);
});

test('prove tells a fix that does not hold from fresh seeds that may fail by another race', () => {
  const told = (old, fresh) => messages.proved({
    parts: Object.fromEntries(Object.entries({ old, neighbours: 0, fresh })
      .map(([part, failed]) => [part, { failed, inconclusive: 0, of: 10 }])),
    match: { matched: 1, tiers: {} }, total: 1, holds: old + fresh === 0, interval: [0, 0.3],
  }).split('\n').at(-1);
  assert.equal(told(1, 3), 'FAILS: the fix does not hold');
  assert.match(told(0, 3), /^FAILS: only fresh seeds fail, by this race or by another one/);
  assert.match(told(0, 0), /^HOLDS/);
});

test('no two files have a message of one name: the later one would replace the other without a word', () => {
  const folder = path.join(__dirname, '..', '..', '..', 'lib', 'messages');
  const text = fs.readFileSync(path.join(folder, 'index.js'), 'utf8');
  const files = [...text.matchAll(/require\('(\.\/[\w-]+\.js)'\)/g)].map(([, file]) => file);
  const names = files.flatMap((file) => Object.keys(require(path.join(folder, file))));
  assert.ok(names.length > 100);
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});
