'use strict';
// Tests gates of a schedule file, which are set for the whole process.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { ENGINES, program, root } = require('./support.js');

const SOURCE = "const fs = require('fs');\nfs.stat('/', () => console.log('stat'));\nsetTimeout(() => console.log('timer'), 20);\n";
const ORDER = 'setTimeout@p.js:3 -> fs.stat@p.js:2';

const replay = (t, gates, env = {}) => program(t, SOURCE, {
  preload: path.join(root, 'lib', 'index.js'),
  files: { 's.json': JSON.stringify({ format: 1, delays: [], gates }) },
  env: { NACD_MODE: 'replay', NACD_SCHEDULE: 's.json', ...env },
});

for (const [engine, clock] of ENGINES) {
  test(`an order (${engine}, ${clock})`, async (t) => {
    const part = engine === 'api' ? [] : ['setTimeout@p.js -> fs.stat(*)@p.js#1/fs.stat#1 completion'];
    for (const entry of [...part, ORDER, { order: ORDER }, { hold: 'fs.stat', until: { api: 'setTimeout', site: 'p.js' } }]) {
      const { status, stdout, stderr } = await replay(t, [entry], { NACD_ENGINE: engine, NACD_CLOCK: clock });
      assert.deepEqual([status, stdout, stderr], [0, 'timer\nstat\n', '']);
    }
  });
}

test('a process that reaches none of the gates runs as usual', async (t) => {
  const { status, stderr } = await replay(t, ['dns.lookup -> zlib.deflate']);
  assert.deepEqual([status, stderr], [0, '']);
});

test('a process that reaches one of them must reach all', async (t) => {
  const { status, stderr } = await replay(t, ['fs.stat -> zlib.deflate']);
  assert.equal(status, 1);
  assert.match(stderr, /no operation matched zlib\.deflate/);
});

test('a deadlock ends the process at once', async (t) => {
  const { status, stderr } = await replay(t, ['fs.lstat -> fs.stat']);
  assert.equal(status, 1);
  assert.match(stderr, /^nacd: deadlock/);
});

test('an error in the file is one line, status 2', async (t) => {
  for (const [gates, line] of [
    [['fs.stat'], 'nacd: gates: "fs.stat": an order needs "->" between two operations\n'],
    [[{ hold: 'fs.stat' }], 'nacd: /gates/0: a hold needs "until": else nothing would open it\n'],
    [[ORDER, { barrier: 'fs.stat' }], 'nacd: /gates/1: a barrier needs "count", a whole number from 2\n'],
  ]) {
    const { status, stdout, stderr } = await replay(t, gates);
    assert.deepEqual([status, stdout, stderr], [2, '', line]);
  }
});
