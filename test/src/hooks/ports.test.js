'use strict';
// Ports and workers are named after the call that made them, so that a replay meets them whichever speaks first.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { temporaryFolder } = require('../../support/package.js');
const { execute, readTraces, root } = require('./harness.js');

const code = JSON.stringify(`
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.on('message', (text) => {
    if (text === 'end') parentPort.close();
    else (workerData ?? parentPort).postMessage('answer');
  });
`);

const program = `
  const { MessageChannel, Worker } = require('node:worker_threads');
  const options = { eval: true };
  const { port1, port2 } = new MessageChannel();
  const one = new Worker(${code}, options);
  const two = new Worker(${code}, options);
  const three = new Worker(${code}, { ...options, workerData: port2, transferList: [port2] });
  const [first, second] = process.argv[2] === 'back' ? [two, one] : [one, two];
  first.on('message', () => second.postMessage('question'));
  second.on('message', () => three.postMessage('question'));
  port1.once('message', () => {
    port1.close();
    for (const worker of [one, two, three]) worker.postMessage('end');
  });
  first.postMessage('question');
`.replace(/^\n/, '');

async function namesOf(folder, direction) {
  const NACD_TRACE = path.join(folder, `trace-${direction}`);
  const { stderr, status } = await execute(process.execPath, ['-r', root, 'main.js', direction], {
    cwd: folder, env: { NACD_MODE: 'never', NACD_ENGINE: 'api', NACD_QUIET: '1', NACD_TRACE },
  });
  assert.deepEqual([stderr, status], ['', 0]);
  const [main] = readTraces(NACD_TRACE).filter(({ header }) => header.thread === 0);
  const apis = new Set(['worker_threads.MessagePort.message', 'worker_threads.Worker.exit']);
  return main.operations.filter(({ api }) => apis.has(api)).map(({ name }) => name);
}

test('messages and ends of workers have the name of the call that made them, in whatever order they come', async (t) => {
  const folder = temporaryFolder(t, 'nacd-ports-');
  fs.writeFileSync(path.join(folder, 'main.js'), `'use strict';\n${program}`);
  const [forth, back] = [await namesOf(folder, 'forth'), await namesOf(folder, 'back')];
  const answers = (names) => names.filter((name) => /message@main\.js:[56]:\d+\/2#1$/.test(name));
  assert.equal(answers(forth).length, 2, forth);
  assert.deepEqual(answers(back), answers(forth).reverse());
  assert.ok(forth.includes('worker_threads.MessagePort.message@main.js:4:28/1#1'), forth);
  const ends = forth.filter((name) => name.startsWith('worker_threads.Worker.exit@')).sort();
  assert.deepEqual(ends.map((name) => /@main\.js:(\d):\d+\/1#1$/.exec(name)?.[1]), ['5', '6', '7']);
  assert.deepEqual([...back].sort(), [...forth].sort());
});
