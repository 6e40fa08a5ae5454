'use strict';
// The subject of a call is remembered by the address of its string. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { run } = require('./harness.js');

const ROUNDS = 3000;

test('each call is named after its own string, whatever lay in that place before', async (t) => {
  const settings = { mode: 'never', flags: ['--expose-gc'], args: [String(ROUNDS)] };
  const { operations, status } = await run(t, 'subjects.js', settings);
  assert.equal(status, 0);
  const subjects = (api) => operations.filter((one) => one.api === api).map(({ name }) => /\((.*)\)@/.exec(name)[1]);
  const expected = Array.from({ length: ROUNDS }, (_, round) =>
    `name-${[...round.toString(16).padStart(4, '0')].map((digit) => 'abcdefghijklmnop'[parseInt(digit, 16)]).join('')}`);
  assert.deepEqual(subjects('fs.stat'), expected);
  assert.deepEqual(subjects('fs.lstat'), Array(ROUNDS).fill('the-same-string'));
});
