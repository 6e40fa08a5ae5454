// Workers tell each other about changes through a BroadcastChannel, after a roll call.
const { Worker, isMainThread, workerData, BroadcastChannel, parentPort } = require('worker_threads');
const fs = require('fs');
const assert = require('assert');

if (isMainThread) {
  const listeners = [1, 2].map(() => new Worker(__filename, { workerData: 'listener' }));
  const heard = [[], []];
  let listening = 0;
  let left = listeners.length;
  listeners.forEach((worker, i) => {
    worker.on('message', (message) => {
      if (message === 'listening') {
        if (++listening === 2) new Worker(__filename, { workerData: 'speaker' });
      } else {
        heard[i].push(message);
      }
    });
    worker.on('exit', () => {
      if (--left) return;
      assert.deepStrictEqual(heard, [[1, 2, 3], [1, 2, 3]]);
    });
  });
} else if (workerData === 'listener') {
  fs.readFile(__filename, () => {
    const channel = new BroadcastChannel('changes');
    channel.onmessage = ({ data }) => {
      if (data === 'end') return channel.close();
      parentPort.postMessage(data);
    };
    parentPort.postMessage('listening');
  });
} else {
  const channel = new BroadcastChannel('changes');
  const say = (i) => {
    fs.stat(__filename, () => {
      channel.postMessage(i);
      if (i < 3) return say(i + 1);
      channel.postMessage('end');
      channel.close();
    });
  };
  say(1);
}
