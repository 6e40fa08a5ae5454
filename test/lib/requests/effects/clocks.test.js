'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { clockOf, delaysOf } = require('../../../../lib/requests/effects/clocks.js');
const { makeFolder } = require('../../../support/cli.js');

test('a message is received after it is sent, also where its consumer is done with it long after', (t) => {
  const folder = makeFolder(t);
  const clock = (name, ...messages) => {
    const header = { type: 'header', started: '2026-01-01T00:00:00.000Z' };
    const lines = [header, ...messages.map(([time, how]) => ({ type: 'message', t: time, how, queue: 'orders', id: 'a.1' }))];
    const file = path.join(folder, name);
    fs.writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return clockOf(file);
  };
  const sender = clock('web', [100, 'send']);
  assert.deepEqual(delaysOf([sender, clock('worker', [60, 'receive'], [90, 'done'])]), [0, 40]);
  assert.deepEqual(delaysOf([sender, clock('later', [110, 'receive'], [190, 'done'])]), [0, 0]);
});
