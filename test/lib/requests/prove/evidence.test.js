'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { serialKey } = require('../../../../lib/requests/prove/evidence.js');

const side = { trace: 0, request: 3 };
const keyOf = (more) => serialKey({ candidate: { first: side, second: side, same: true, ...more }, live: 'first' });

test('serial runs are shared by candidates of the same requests, unless one of them asks for more of the state', () => {
  assert.equal(keyOf({ store: 'postgres://a' }), keyOf({ store: 'postgres://b' }));
  assert.notEqual(keyOf({ store: 'postgres://a' }), keyOf({ store: 'memory', probes: [4] }));
  assert.notEqual(keyOf({}), keyOf({ second: { trace: 0, request: 4 }, same: false }));
});
