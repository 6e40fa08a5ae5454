'use strict';
// A proof repeats the last recording without its options, unless others are given.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder } = require('../../../support/cli.js');
const { asInRecording, readAsked, writeAsked } = require('../../../../lib/requests/record/asked.js');

const settings = (values, { command, typed = Object.keys(values) } = {}) => ({
  values: { instances: 1, limit: 10, ...values }, given: new Set(Object.keys(values)), typed: new Set(typed), command,
});

function askedOf(t, made) {
  const folder = makeFolder(t);
  writeAsked(folder, { cwd: folder, ...made }, 1200);
  const asked = readAsked(folder);
  assert.equal(asked.ms, 1200);
  return (next, cwd = folder) => {
    const { command, values, given } = asInRecording(next, asked, cwd);
    return { command, values, given: [...given] };
  };
}

test('a served program is proved with the options of its recording', (t) => {
  const recorded = settings({ serve: 'node a.js', traffic: 't.json', limit: 3, handlers: ['GET /'] });
  const prove = askedOf(t, { ...recorded, command: ['--serve', 'node a.js'] });
  const served = { instances: 1, limit: 3, serve: 'node a.js', traffic: 't.json' };
  assert.deepEqual(prove(settings({})), { command: undefined, values: served, given: ['serve', 'traffic', 'limit'] });
  assert.deepEqual(prove(settings({ instances: 2, limit: 5 })).values, { ...served, instances: 2, limit: 5 });
  // The configuration file is not of this invocation, and its command is for other verbs.
  const ofFile = settings({ traffic: 'file.json' }, { typed: [], command: ['npm', 'test'] });
  assert.deepEqual([prove(ofFile).command, prove(ofFile).values], [undefined, served]);
  const other = settings({}, { typed: ['command'], command: ['npm', 'test'] });
  assert.deepEqual(prove(other), { command: ['npm', 'test'], values: { instances: 1, limit: 3 }, given: ['limit'] });
});

test('a test suite is proved with its command, or with a served program that is given', (t) => {
  const prove = askedOf(t, settings({}, { command: ['npm', 'test'] }));
  assert.deepEqual(prove(settings({})).command, ['npm', 'test']);
  assert.equal(prove(settings({ serve: 'node a.js', traffic: 't.json' })).command, undefined);
});

test('the command of a recording that was made elsewhere is not run', (t) => {
  const prove = askedOf(t, settings({}, { command: ['rm', 'all'] }));
  assert.equal(prove(settings({}), path.resolve('/')).command, undefined);
});
