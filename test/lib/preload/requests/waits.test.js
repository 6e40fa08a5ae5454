'use strict';
// Functions of packages that use no store: a request can be held at them.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { linesOf, record } = require('../../../support/recorded.js');

test('a request waits for the functions of bcryptjs, imported or required, and of Web Crypto', async (t) => {
  const packages = installed('requests-bcryptjs', { bcryptjs: '3.0.3' });
  const { recorded, stdout } = await record(t, packages, 'passwords.mjs');
  assert.equal(stdout, 'true\n');
  const lines = recorded.flatMap(linesOf);
  const texts = new Map(lines.filter(({ type }) => type === 'text').map(({ text, value }) => [text, value]));
  const waits = lines.filter(({ type, api = '' }) => type === 'wait' && /^bcryptjs\.|subtle/.test(api));
  const sites = new Map(waits.map(({ api, site }) => [api, texts.get(site)]));
  assert.equal(sites.get('bcryptjs.compare'), 'passwords.mjs:10:25');
  assert.equal(sites.get('bcryptjs.hash'), 'passwords.mjs:9:31');
  assert.equal(sites.get('bcryptjs.genSalt'), 'passwords.mjs:11:18');
  assert.equal(sites.get('crypto.subtle.digest'), 'passwords.mjs:12:23');
});
