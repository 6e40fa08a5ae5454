'use strict';
// The model holds all of the asynchronous API of this Node, and nothing more; something new shows itself here.
// Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { check } = require('../../../lib/model-check/check.js');
const { compare } = require('../../../lib/model-check/compare.js');
const { modelClasses } = require('../../../lib/model-check/files.js');
const { reflect } = require('../../../lib/model-check/reflect.js');

const names = (list) => list.map(({ owner, name }) => `${owner}.${name}`);
const LEAST = 0.98;

const checked = check({ binary: process.execPath, cwd: __dirname });

test('the declarations of this major are read', async () => {
  const { declarations, version } = await checked;
  assert.equal(declarations?.split('.')[0], version.split('.')[0]);
});

for (const kind of ['functions', 'events', 'emissions']) {
  test(`${kind}: none is missing, and few are left out`, async () => {
    const { modelled, missing, leftOut } = (await checked)[kind];
    assert.deepEqual(names(missing), []);
    assert.ok(modelled.length > 100, `only ${modelled.length} were found at all`);
    assert.ok(modelled.length >= LEAST * (modelled.length + leftOut.length), names(leftOut).join(' '));
    for (const { owner, name, reason } of leftOut) assert.ok(reason, `${owner}.${name} has no reason`);
  });
}

test('nothing is modelled that is gone', async () => {
  assert.deepEqual(names((await checked).gone), []);
});

test('what is new, and what goes, is told', () => {
  const reflection = reflect();
  const classes = modelClasses();
  const less = classes.map((one) => (one.moduleName === 'fs' ? { ...one, properties: one.properties.slice(2) } : one));
  assert.deepEqual(names(compare(reflection, undefined, less).functions.missing), ['fs.access']);
  const more = [...classes, { moduleName: 'os', properties: [{ name: 'notThere', type: ['CB'] }] }];
  assert.deepEqual(names(compare(reflection, undefined, more).gone), ['os.notThere']);
  reflection.emissions.net.push('news');
  assert.deepEqual(names(compare(reflection, undefined, classes).emissions.missing), ['net.news']);
});

// The source that an event names has to exist.
const WORDS = new Set(['call', 'timer', 'below']);

function isKnown(classes, owner, source) {
  const has = (moduleName, name) => {
    const found = classes.get(moduleName);
    const isIt = (property) => property.type.length > 0 && [property.name, property.event].includes(name);
    const own = found?.properties?.some(isIt);
    return own || Boolean(found?.is?.some((base) => has(base, name)));
  };
  const dot = source.lastIndexOf('.');
  return WORDS.has(source) || has(owner, source) || (dot > 0 && has(source.slice(0, dot), source.slice(dot + 1)));
}

test('events follow what is modelled', () => {
  const classes = new Map(modelClasses().map((one) => [one.moduleName, one]));
  for (const [owner, { follows = {} }] of classes) {
    for (const source of Object.keys(follows)) assert.ok(isKnown(classes, owner, source), `${owner}: ${source} is nothing that is delayed`);
  }
});
