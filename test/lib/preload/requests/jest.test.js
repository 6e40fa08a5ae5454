'use strict';
// Jest loads a test's modules by itself, into a context of its own.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

// Since 30.5 another class of jest-runtime runs the modules.
const FOLDERS = { '30.2.0': 'requests-jest', '30.5.2': 'requests-jest-30.5' };

let services;
before(async () => {
  services = await startServices('postgres');
});
after(() => services?.stop());

for (const [version, folder] of Object.entries(FOLDERS)) test(`a server in a test of jest ${version} is recorded`, async (t) => {
  const packages = installed(folder, { jest: version, pg: '8.23.1' });
  const program = ['node_modules/jest/bin/jest.js', '--runInBand', '--config', '{}'];
  const env = { DATABASE_URL: services.urls.postgres };
  const { of } = await record(t, packages, 'jest.test.js', { program, env });
  const [operation] = of('operation').filter(({ request }) => request === 1);
  assert.equal(operation.site, 'jest.test.js:9:16');
  assert.deepEqual(operation.effects[0].keys, { id: ['1'] });
});
