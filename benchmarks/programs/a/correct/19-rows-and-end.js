// Exporters in workers: rows and the end of the export come over one channel each.
const { Worker, isMainThread, parentPort, workerData, MessageChannel } = require('worker_threads');
const fs = require('fs');
const assert = require('assert');

function exportTable(table, count) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    const rows = [];
    const worker = new Worker(__filename, { workerData: { table, count, port: port2 }, transferList: [port2] });
    port1.on('message', (message) => {
      if (message.row) rows.push(message.row);
      else if (message.end !== rows.length) reject(new Error('rows are missing'));
      else {
        port1.close();
        worker.postMessage('thanks');
      }
    });
    worker.on('error', reject);
    worker.on('exit', (code) => resolve({ code, rows }));
  });
}

if (isMainThread) {
  (async () => {
    const [users, orders] = await Promise.all([exportTable('users', 30), exportTable('orders', 7)]);
    assert.strictEqual(users.code + orders.code, 0);
    assert.deepStrictEqual([users.rows.length, orders.rows.length], [30, 7]);
    users.rows.forEach((row, i) => assert.strictEqual(row, `users ${i}`));
  })();
} else {
  const { table, count, port } = workerData;
  (async () => {
    for (let i = 0; i < count; i++) {
      port.postMessage({ row: `${table} ${i}` });
      if (i % 5 === 0) await fs.promises.stat(__filename);
    }
    port.postMessage({ end: count });
    parentPort.once('message', () => port.close());
  })();
}
