'use strict';
// A thread is the leader as long as it renews its lease, a numbered file. A standby looks at the number and
// takes over when it has not changed in four looks.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

if (isMainThread) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c38-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const lease = path.join(dir, 'lease');
  const leader = new Worker(__filename, { workerData: lease });
  const leaders = new Set();

  leader.once('message', (message) => {
    leaders.add(message);
    let last = null;
    let unchanged = 0;
    const look = setInterval(() => fs.readFile(lease, 'utf8', (err, number) => {
      if (err) throw err;
      unchanged = number === last ? unchanged + 1 : 0;
      last = number;
      if (unchanged === 4) leaders.add('standby');
    }), 100);
    setTimeout(() => {
      clearInterval(look);
      leader.postMessage('resign');
    }, 1100);
  });
  leader.on('exit', () => assert.deepStrictEqual([...leaders], ['thread'], 'one leader'));
} else {
  let number = 0;
  let timer;
  let resigned = false;
  const renew = (done) => {
    if (resigned) return;
    const next = `${workerData}.new`;
    fs.writeFile(next, String(++number), (err) => {
      if (err) throw err;
      fs.rename(next, workerData, (err) => {
        if (err) throw err;
        done?.();
        timer = setTimeout(renew, 60);
      });
    });
  };
  parentPort.once('message', () => {
    resigned = true;
    clearTimeout(timer);
    parentPort.close();
  });
  renew(() => parentPort.postMessage('thread'));
}
