'use strict';
// Stores of a run and those of the recording.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { standIn } = require('../../../../../lib/preload/requests/prove/states.js');

const stores = (...names) => names.map((name) => ({ name, dialect: name.split(':')[0] }));

test('a database whose name is new in each run takes the place of the recorded one', () => {
  const recorded = stores('redis:1', 'sqlite:/tmp/a-x1/db', 'sqlite:/tmp/b-x2/db', 'sqlite:fixed');
  const nameIn = (name, ...now) => standIn(name, recorded, stores(...now))?.name;
  const now = ['redis:1', 'sqlite:/tmp/a-y1/db', 'sqlite:/tmp/b-y2/db', 'sqlite:fixed'];
  assert.equal(nameIn('sqlite:/tmp/b-x2/db', ...now), 'sqlite:/tmp/b-y2/db');
  assert.equal(nameIn('sqlite:/tmp/a-x1/db', ...now), 'sqlite:/tmp/a-y1/db');
  assert.equal(nameIn('sqlite:fixed', ...now), 'sqlite:fixed');
  // It is not used yet.
  assert.equal(nameIn('sqlite:/tmp/b-x2/db', ...now.slice(0, 2)), undefined);
  assert.equal(nameIn('redis:1', 'sqlite:/tmp/a-y1/db'), undefined);
});
