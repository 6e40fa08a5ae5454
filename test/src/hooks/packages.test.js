'use strict';
// NACD_MODEL: packages from npm, with a callback, with promises, and with emitters.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { installed } = require('../../support/installed.js');
const { assertDelayed, count, fixture, inEveryMode, run } = require('./harness.js');

const model = fixture('packages/model.json');

test('what a model file says of packages is delayed, and means what it did', async (t) => {
  const PACKAGES = installed('packages', { bcrypt: '6.0.0', ws: '8.18.3' });
  const { plain, always } = await inEveryMode(t, 'packages/app.js', { env: { PACKAGES, NACD_MODEL: model } });
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
  for (const api of ['bcrypt.hash', 'bcrypt.compare', 'ws.WebSocket.open', 'ws.WebSocket.message']) assertDelayed(always.operations, api);
  assert.equal(count(always.operations, 'bcrypt.hash', 'callback'), 1);
  assert.equal(count(always.operations, 'bcrypt.compare', 'promise'), 2);
  for (const { api, site } of always.operations) {
    if (api.startsWith('bcrypt')) assert.match(site, /packages\/app\.js:\d+:\d+$/);
  }
});

test('a folder of model files will do, and without one packages are left alone', async (t) => {
  const PACKAGES = installed('packages', { bcrypt: '6.0.0', ws: '8.18.3' });
  const [folder, none] = await Promise.all([
    run(t, 'packages/app.js', { env: { PACKAGES, NACD_MODEL: path.dirname(model) } }),
    run(t, 'packages/app.js', { env: { PACKAGES } }),
  ]);
  assert.equal(folder.status, 0);
  assertDelayed(folder.operations, 'bcrypt.hash');
  assert.deepEqual(none.operations.filter(({ api }) => /^(?:bcrypt|ws)\b/.test(api)), []);
});
