'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { nearest } = require('../../../lib/options/nearest.js');
const { makeFolder, nacd } = require('../../support/cli.js');

test('the most similar word is found, if it is similar enough', () => {
  const verbs = ['run', 'replay', 'minimize', 'prove', 'report'];
  assert.equal(nearest('minimise', verbs), 'minimize');
  assert.equal(nearest('RPLAY', verbs), 'replay');
  assert.equal(nearest('walk', verbs), undefined);
  assert.equal(nearest('x', []), undefined);
});

test('verbs, options, keys and failures that nearly exist are proposed', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const failures = path.join(cwd, '.nacd', 'failures');
  fs.mkdirSync(failures, { recursive: true });
  fs.writeFileSync(path.join(failures, '90779b.json'), '{}');
  for (const [args, expected] of [
    [['minimise'], 'nacd: there is no verb "minimise"; did you mean minimize? ("nacd --help" lists them)\n'],
    [['run', '--keep-goin', '--', 'node'], 'nacd run: there is no option --keep-goin; did you mean --keep-going? ("nacd run --help" lists the options)\n'],
    [['replay', '90779c'], 'nacd: there is no failure 90779c; did you mean 90779b?; kept are 90779b\n'],
    [['replay', '.nacd/failures/90779c.json'], `nacd: there is no file .nacd/failures/90779c.json; did you mean ${path.join('.nacd', 'failures', '90779b.json')}?\n`],
  ]) {
    const { status, stderr } = await nacd(args, { cwd });
    assert.deepEqual([status, stderr], [2, expected]);
  }
  fs.writeFileSync(path.join(cwd, 'nacd.config.json'), '{"comand": ["node"]}');
  assert.match((await nacd(['run', '--', 'node'], { cwd })).stderr, /there is no option "comand"; did you mean command\?/);
});
