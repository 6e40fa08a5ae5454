'use strict';
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { test } = require('node:test');

const { isAlive } = require('../../../lib/trace/alive.js');

test('a process is alive, one that has ended is not', async () => {
  assert.equal(isAlive(process.pid), true);
  assert.equal(isAlive(undefined), false);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  assert.equal(isAlive(child.pid), false);
});

test('a process that has ended and was not waited for is not alive', { skip: process.platform !== 'linux' }, async (t) => {
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60']);
  t.after(() => parent.kill());
  const pid = Number(await once(parent.stdout, 'data'));
  const state = () => /\) (\w)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'))[1];
  while (state() !== 'Z') {
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  assert.equal(isAlive(pid), false);
});
