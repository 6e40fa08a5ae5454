'use strict';
// node program.js WORKERS ROUNDS: each worker thread talks over sockets of its own, sets timers, has tasks in the pool
// and sends messages to the main thread, all at once, and checks what comes. Says 'done', or what was wrong.
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const { talk, count, watchClocks, useTimers, usePool } = require('./load.js');

async function work({ rounds, port }) {
  const stop = watchClocks();
  await Promise.all([talk(rounds), useTimers(rounds), usePool(rounds), count(port, rounds)]);
  stop();
}

function startWorker(rounds) {
  const worker = new Worker(__filename, { workerData: { rounds } });
  worker.on('message', (number) => worker.postMessage(number + 1));
  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))));
  });
}

async function main() {
  const [workers, rounds] = process.argv.slice(2).map(Number);
  const ends = Array.from({ length: workers }, () => startWorker(rounds));
  await Promise.all([...ends, work({ rounds })]);
  console.log('done');
}

if (isMainThread) main();
else work({ rounds: workerData.rounds, port: parentPort }).then(() => parentPort.close());
