'use strict';
// Children that only poll count as idle, so an order that they make impossible is told.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { ENGINES, program } = require('./support.js');

const parent = (child) => `
const { spawn } = require('node:child_process');
require('nacd-native/gates').order('child_process.ChildProcess.exit -> setTimeout@p.js:5');
const child = spawn(process.execPath, ['child.js'], { stdio: ['ignore', 'pipe', 'inherit'] }).on('exit', () => console.log('exit'));
setTimeout(() => { console.log('timer'); ${child} }, 20);
`;

for (const [engine, clock] of process.platform === 'linux' ? ENGINES : []) {
  test(`a child that polls and waits for what is held, engine ${engine}, ${clock} clock`, async (t) => {
    const files = { 'child.js': "setInterval(() => require('node:fs').existsSync('never'), 200);" };
    const { stdout, stderr } = await program(t, parent('child.kill();'), { files, env: { NACD_ENGINE: engine, NACD_CLOCK: clock } });
    assert.match(stderr, /^nacd: deadlock: .*\ngate .*\n {2}held {6}setTimeout {2}p\.js:5/);
    assert.equal(stdout, 'timer\nexit\n');
  });

  test(`a child that computes is busy, engine ${engine}, ${clock} clock`, async (t) => {
    const files = { 'child.js': 'const end = performance.now() + 6000; while (performance.now() < end) continue;' };
    const { stdout, stderr } = await program(t, parent(''), { files, env: { NACD_ENGINE: engine, NACD_CLOCK: clock } });
    assert.deepEqual([stdout, stderr], ['exit\ntimer\n', '']);
  });
}
