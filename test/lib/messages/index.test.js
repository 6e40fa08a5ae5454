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

function proved({ old = 0, fresh = 0, held = 10, shown = { failed: 5, of: 5 } }) {
  const parts = Object.fromEntries(Object.entries({ old, neighbours: 0, fresh })
    .map(([part, failed]) => [part, { failed, held, inconclusive: 0, of: 10 }]));
  const located = { shown: 'f.json', schedule: { failure: { shown } } };
  const { outcome, text } = messages.proved({ parts, match: { matched: 1, tiers: {} }, total: 1, located });
  return [outcome, text.slice(text.search(/^[A-Z ]+: /m))];
}

test('prove tells a fix that does not hold from fresh seeds that may fail by another cause', () => {
  assert.deepEqual(proved({ old: 1, fresh: 3 }), ['fails', 'FAILS: the fix does not hold']);
  assert.match(proved({ fresh: 3 })[1], /^FAILS: only fresh seeds fail, for the same reason or for another one/);
  assert.deepEqual(proved({}), ['holds', 'HOLDS: with 95 % confidence fewer than 28 % of such runs fail']);
});

test('prove claims nothing of a schedule that was not seen to fail, nor of runs that delayed nothing', () => {
  const [outcome, text] = proved({ shown: null });
  assert.equal(outcome, 'not-shown');
  assert.match(text, /^NOT PROVED: .*not shown to fail before the fix:\n {2}run "npx nacd replay f.json -n 5"/);
  assert.equal(proved({ held: 0 })[0], 'not-tried');
  assert.match(proved({ held: 4 })[1], /^HOLDS: .* fewer than 49 % .*\(6 of 10 fresh runs delayed nothing/);
});

test('no two files have a message of one name: the later one would replace the other without a word', () => {
  const folder = path.join(__dirname, '..', '..', '..', 'lib', 'messages');
  const text = fs.readFileSync(path.join(folder, 'index.js'), 'utf8');
  const files = [...text.matchAll(/require\('(\.\/[\w-]+\.js)'\)/g)].map(([, file]) => file);
  const names = files.flatMap((file) => Object.keys(require(path.join(folder, file))));
  assert.ok(names.length > 100);
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});
