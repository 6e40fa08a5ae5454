'use strict';
// The thread of lib/process/apart.js: calls the function that a file exports with each value that comes.
const { parentPort, workerData } = require('node:worker_threads');

const tell = (message) => parentPort.postMessage(message);
const textOf = (error) => String(error?.message ?? error);

async function answer(call, { id, value }) {
  try {
    const answered = await call(value);
    tell({ id, answer: typeof answered === 'string' ? answered : undefined });
  } catch (error) {
    tell({ id, error: textOf(error) });
  }
}

async function begin() {
  try {
    const { default: call } = await import(workerData);
    if (typeof call !== 'function') throw new Error('it does not export a function');
    parentPort.on('message', (asked) => answer(call, asked));
    tell({ id: 0 });
  } catch (error) {
    tell({ id: 0, error: textOf(error) });
  }
}

begin();
