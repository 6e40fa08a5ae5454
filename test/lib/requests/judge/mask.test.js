'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { generatedKeys } = require('../../../../lib/requests/judge/mask.js');

function isGenerated(key) {
  const states = { before: {}, after: { redis: { keys: { rows: [{ key, value: 1 }], primary: ['key'] } } } };
  return generatedKeys([{ states, sent: ['cars', 'a1', 'day', '2026', '7'] }]).size > 0;
}

test('a key is none that is generated if each of its parts is a name or was sent, but for short numbers', () => {
  for (const key of ['car:a1', 'car:a1:2026', 'car', 'a1']) assert.equal(isGenerated(key), false, key);
  for (const key of ['car:a2', 'car:7', 'car:8', 'a1:8', 'car:a1:0']) assert.equal(isGenerated(key), true, key);
});
