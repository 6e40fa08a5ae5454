'use strict';
// Messages between threads wait at gates where the loop engine controls their arrival.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { ENGINES, PRELOAD, execute, program } = require('./support.js');

const FIXTURE = path.join(__dirname, '../../fixtures/gates/messages.js');

for (const [engine, clock] of ENGINES.filter(([name]) => name !== 'api')) {
  const env = { NACD_ENGINE: engine, NACD_CLOCK: clock };

  test(`messages between threads, engine ${engine}, ${clock} clock`, async () => {
    const { status, stdout, stderr } = await execute(['-r', PRELOAD, FIXTURE], { env });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
    assert.equal(stderr, '');
  });

  test(`a message of a thread to itself, engine ${engine}, ${clock} clock`, async (t) => {
    const { stderr, stdout } = await program(t, `
      const { MessageChannel } = require('node:worker_threads');
      require('nacd-native/gates').hold('message arrival', 'setTimeout@p.js:6');
      const { port1, port2 } = new MessageChannel();
      port1.on('message', () => { console.log('message'); port1.close(); });
      setTimeout(() => console.log('timer'), 100);
      port2.postMessage('message');`, { env });
    assert.equal(stdout, 'message\ntimer\n');
    assert.match(stderr, /could not be held: message arrival.*a thread to itself/);
  });

  test(`a message of a worker that ends, engine ${engine}, ${clock} clock`, async (t) => {
    const { stderr, stdout } = await program(t, `
      const { Worker } = require('node:worker_threads');
      require('nacd-native/gates').hold('message arrival', 'setTimeout@p.js:6');
      const source = "require('node:worker_threads').parentPort.postMessage('message')";
      const worker = new Worker(source, { eval: true }).on('message', console.log);
      worker.on('online', () => setTimeout(() => console.log('timer'), 1000));`, { env });
    assert.equal(stdout, 'message\ntimer\n');
    assert.match(stderr, /could not be held: message arrival.*its sender ended/);
  });

  // A loaded machine takes long to run a worker.
  test(`a message of a worker that runs for long before it ends, engine ${engine}, ${clock} clock`, async (t) => {
    const { stderr, stdout } = await program(t, `
      const { Worker } = require('node:worker_threads');
      require('nacd-native/gates').hold('message arrival', 'setTimeout@p.js:10');
      const source = \`
        require('node:worker_threads').parentPort.postMessage('message');
        const end = performance.now() + 6500;
        while (performance.now() < end) continue;\`;
      const worker = new Worker(source, { eval: true }).on('message', console.log);
      worker.on('online', () =>
        setTimeout(() => console.log('timer'), 1000));`, { env });
    assert.equal(stdout, 'message\ntimer\n');
    assert.match(stderr, /could not be held: message arrival.*its sender ended/);
  });
}
