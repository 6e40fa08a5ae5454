'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { BY_HOOKS } = require('../../../lib/names/by-hooks.js');

const MODEL = path.join(__dirname, '../../../model');

test('the hooks hold the operations that the model says they do', () => {
  const models = fs.readdirSync(MODEL).filter((name) => name.endsWith('.json') && !name.includes('schema'));
  const classes = models.flatMap((name) => JSON.parse(fs.readFileSync(path.join(MODEL, name), 'utf8')));
  const found = classes.flatMap(({ moduleName, properties = [] }) => (
    properties.filter(({ heldByHooks }) => heldByHooks).map(({ name, event }) => `${moduleName}.${event ?? name}`)));
  assert.deepEqual([...BY_HOOKS].sort(), [...new Set(found)].sort());
});
