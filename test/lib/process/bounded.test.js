'use strict';
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const path = require('node:path');
const { once } = require('node:events');
const { test } = require('node:test');
const { Stopped, TookTooLong, bounded } = require('../../../lib/process/bounded.js');

const BAD = /^(a+)+$/; // tries 2^60 ways on this text
const TEXT = `${'a'.repeat(60)}b`;

test('what takes too long ends after its time, and the next one runs', () => {
  assert.throws(() => bounded(() => BAD.exec(TEXT), 50), TookTooLong);
  assert.throws(() => bounded(() => { for (;;); }, 50), TookTooLong);
  assert.equal(bounded(() => BAD.exec('aaa')[0], 10_000), 'aaa');
  assert.throws(() => bounded(() => { throw new RangeError('own'); }, 10_000), { name: 'RangeError', message: 'own' });
});

test('Ctrl-C ends it, and reaches the process', async (t) => {
  const file = path.join(__dirname, '..', '..', '..', 'lib', 'process', 'bounded.js');
  const program = `
    const { Stopped, bounded } = require(${JSON.stringify(file)});
    let heard = 0;
    process.on('SIGINT', () => { heard++; });
    console.log('ready');
    try { bounded(() => /^(a+)+$/.exec(${JSON.stringify(TEXT)}), 600_000); } catch (error) { console.log(error instanceof Stopped, heard > 0); }
    process.exit();`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part) => { text += part; });
  await once(child.stdout, 'data');
  const again = setInterval(() => child.kill('SIGINT'), 50); // the first one may come before the action begins
  const [code] = await once(child, 'close');
  clearInterval(again);
  assert.deepEqual([code, text], [0, 'ready\ntrue true\n']);
  assert.ok(new Stopped() instanceof Error);
});
