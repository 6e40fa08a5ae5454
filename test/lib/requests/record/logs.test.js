'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { errorLines, newErrors } = require('../../../../lib/requests/record/logs.js');
const { makeFolder } = require('../../../support/cli.js');

function run(t, stdout, stderr = '') {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'stdout'), stdout);
  fs.writeFileSync(path.join(folder, 'stderr'), stderr);
  return { logs: errorLines(folder) };
}

test('error lines that no serial run has are new; numbers and ids in them do not count', (t) => {
  const serial = { AB: [run(t, 'ready\n12:01 ERROR stock 17 is low\n')], BA: [run(t, '{"level":50,"pid":7,"msg":"late"}\n')] };
  const forced = run(t, '12:09 ERROR stock 4 is low\n{"level":50,"pid":9,"msg":"late"}\nno errors so far?\n', 'TypeError: x is 3\n    at f (a.js:1:2)\n');
  assert.deepEqual(newErrors(forced, serial), ['TypeError: x is #']);
  assert.deepEqual(errorLines(makeFolder(t)), []);
});

test("failures of the suite's own assertions are no error lines of the server", (t) => {
  const tap = "not ok 1 - transfers money\n  failureType: 'testCodeFailure'\n  error: |-\n  name: 'AssertionError'\n";
  const spec = 'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal\n';
  assert.deepEqual(run(t, `${tap}${spec}error: cannot connect\n`).logs, ['error: cannot connect']);
});

test('code and properties that Node prints with an error are no error lines', (t) => {
  const text = ['db.js:8', '    Error.captureStackTrace(err)', '          ^', '', 'error: equal keys', '    at f (db.js:8:9) {',
    "  severity: 'ERROR',", "  detail: 'no exception'", '}', 'error: late'];
  const known = ['error: equal keys', 'error: late'];
  assert.deepEqual(run(t, '', text.join('\n')).logs, known);
  assert.deepEqual(run(t, text.map((line) => `[api] ${line}`).join('\n')).logs, known.map((line) => `[api] ${line}`));
});

test('a stack has one error line, whatever its functions are called', (t) => {
  const text = ['TypeError: no stock', '    at Layer.handle_error (router/layer.js:71:5)', '    at async onError (app.js:3:1)'];
  assert.deepEqual(run(t, '', text.join('\n')).logs, ['TypeError: no stock']);
  const prefixed = text.map((line) => `[api] ${line}`).join('\n');
  assert.deepEqual(run(t, prefixed).logs, ['[api] TypeError: no stock']);
  assert.deepEqual(run(t, 'An error at noon\n').logs, ['An error at noon']);
});
