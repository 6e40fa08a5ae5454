// Workers tell each other about changes through a BroadcastChannel.
const { Worker, isMainThread, workerData, BroadcastChannel, parentPort } = require('worker_threads');
const crypto = require('crypto');
const fs = require('fs');
const assert = require('assert');

if (isMainThread) {
  const listener = new Worker(__filename, { workerData: 'listener' });
  const speaker = new Worker(__filename, { workerData: 'speaker' });
  let heard = 0;
  listener.on('message', (n) => {
    heard = n;
    speaker.postMessage('enough');
  });
  speaker.on('exit', () => {
    listener.terminate();
    assert.strictEqual(heard, 3, 'a change was not heard');
  });
} else if (workerData === 'listener') {
  fs.readFile(__filename, () => {
    const channel = new BroadcastChannel('changes');
    let n = 0;
    channel.onmessage = () => parentPort.postMessage(++n);
  });
} else {
  const channel = new BroadcastChannel('changes');
  // each change is signed first
  const change = (i) => {
    crypto.pbkdf2('change' + i, 'salt', 120000, 32, 'sha512', () => {
      channel.postMessage(i);
      if (i < 3) change(i + 1);
      else setTimeout(() => channel.close(), 250);
    });
  };
  setTimeout(change, 150, 1);
}
