// An exporter in a worker: rows come over their own channel, the end is told over the worker's port.
const { Worker, isMainThread, parentPort, workerData, MessageChannel } = require('worker_threads');
const fs = require('fs');
const assert = require('assert');

if (isMainThread) {
  const worker = new Worker(__filename, { workerData: { count: 20 } });
  const { port1, port2 } = new MessageChannel();
  const rows = [];
  port1.on('message', (row) => rows.push(row));
  worker.on('message', (message) => {
    if (message === 'waiting') {
      worker.postMessage({ port: port2 }, [port2]);
    } else if (message === 'finished') {
      port1.close();
      worker.terminate();
      assert.strictEqual(rows.length, 20, 'rows are missing');
      assert.strictEqual(rows[19].id, 19);
    }
  });
} else {
  parentPort.once('message', ({ port }) => {
    for (let id = 0; id < workerData.count; id++) port.postMessage({ id, text: 'row ' + id });
    // close the temporary files of the export, then report
    fs.promises.readdir(__dirname).then(() => {
      setTimeout(() => parentPort.postMessage('finished'), 30);
    });
  });
  parentPort.postMessage('waiting');
}
