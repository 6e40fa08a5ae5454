'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');

const { differences, identityOf } = require('../../../lib/queue/identity.js');

const of = (...command) => identityOf({ cwd: __dirname, out: __dirname, command, values: { commit: 'a' } });

test('the command that goes to Redis has no passwords, and they make no difference between machines', () => {
  const [ours, theirs] = ['mango42', 'papaya73'].map((password) => of('sh', '-c', `PGPASSWORD=${password} npm test`));
  assert.deepEqual(ours.command, ['sh', '-c', 'PGPASSWORD=*** npm test']);
  assert.deepEqual(differences(ours, theirs), []);
  assert.equal(differences(ours, of('sh', '-c', 'PGPASSWORD=mango42 npm run other'))[0].key, 'command', 'another command is one');
});
