'use strict';
// Gates on the start of a task in the worker pool, which only the loop engine sees.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { ENGINES, program } = require('./support.js');

for (const [engine, clock] of ENGINES.filter(([name]) => name !== 'api')) {
  test(`a gate opens when a task starts that is not held, engine ${engine}, ${clock} clock`, async (t) => {
    const { status, stdout, stderr } = await program(t, `
      const fs = require('node:fs');
      require('nacd-native/gates').order('fs.fstat start -> fs.access callback');
      fs.access('p.js', () => console.log('access'));
      fs.readFile('p.js', () => console.log('read'));`, { env: { NACD_ENGINE: engine, NACD_CLOCK: clock } });
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(stdout.split('\n').sort(), ['', 'access', 'read']);
  });

  test(`a start that waits when its thread blocks is told, engine ${engine}, ${clock} clock`, async (t) => {
    const { stdout, stderr } = await program(t, `
      const fs = require('node:fs');
      require('nacd-native/gates').hold('fs.fstat start', 'setTimeout@p.js:6');
      fs.readFile('p.js', () => console.log('read'));
      setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200), 20);
      setTimeout(() => console.log('timer'), 500);`, { env: { NACD_ENGINE: engine, NACD_CLOCK: clock } });
    assert.equal(stdout, 'read\ntimer\n');
    assert.match(stderr, /could not be held: fs\.fstat start.*: its thread blocked, and may have waited for it/);
  });
}
