'use strict';
// An element of a list has the request that pushed it, over processes.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { makeFolder } = require('../../../support/cli.js');
const { popped, pushed, recordPushes } = require('../../../../lib/preload/requests/pushes.js');

const FILE = require.resolve('../../../../lib/preload/requests/pushes.js');

const popElsewhere = (folder, ...args) => execFileSync(process.execPath, ['-e', `
  const pushes = require(${JSON.stringify(FILE)});
  pushes.recordPushes(${JSON.stringify(folder)});
  process.stdout.write(String(pushes.popped(...${JSON.stringify(args)})));
`], { encoding: 'utf8' });

test('an element has the flow of the first push of equal bytes to its list; each is popped once', (t) => {
  const folder = makeFolder(t);
  recordPushes(folder);
  for (let i = 0; i < 12; i++) pushed('jobs', '{"order":7}', `flow-${i}/call`);
  pushed('mails', '{"order":7}', 'other/call');
  assert.equal(popped('jobs', '{"order": 7}'), undefined);
  const flows = [popElsewhere(folder, 'jobs', '{"order":7}')];
  while (flows.length < 13) flows.push(popped('jobs', '{"order":7}'));
  assert.deepEqual(flows, [...Array.from({ length: 12 }, (_, i) => `flow-${i}/call`), undefined]);
  assert.equal(popped('mails', '{"order":7}'), 'other/call');
});

test('a folder that is gone costs the program nothing but the flow', (t) => {
  const folder = path.join(makeFolder(t), 'run');
  fs.writeFileSync(folder, '');
  recordPushes(folder);
  pushed('jobs', 'a', 'flow/call');
  assert.equal(popped('jobs', 'a'), undefined);
});
