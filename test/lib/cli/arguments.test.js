'use strict';
const assert = require('node:assert/strict');
const { delimiter } = require('node:path');
const { test } = require('node:test');
const { readArguments } = require('../../../lib/cli/arguments.js');

test('an option with several values may be given several times; of others the last one counts', () => {
  const { flags } = readArguments('requests', ['run', '--handlers', 'POST /a', '--handlers=POST /b,GET /c', '--budget', '1', '--budget', '2']);
  assert.equal(flags.handlers, 'POST /a,POST /b,GET /c');
  assert.equal(flags.budget, '2');
  assert.equal(readArguments('run', ['--model', 'a', '--model', 'b', '--', 'node', 'x.js']).flags.model, `a${delimiter}b`);
});
