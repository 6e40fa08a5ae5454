// Frames of a header line and a body. The camera (in a worker) sends the header first, then the picture from its disk.
const { Worker, isMainThread, workerData } = require('worker_threads');
const net = require('net');
const fs = require('fs');
const assert = require('assert');

if (isMainThread) {
  const server = net.createServer((socket) => {
    let header = null;
    socket.on('data', (data) => {
      if (!header) {
        header = JSON.parse(data);
        return;
      }
      assert.strictEqual(data.length, header.length);
      socket.end('thanks');
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const worker = new Worker(__filename, { workerData: server.address().port });
    worker.on('exit', (code) => {
      server.close();
      assert.strictEqual(code, 0);
    });
  });
} else {
  const socket = net.connect(workerData, '127.0.0.1', () => {
    const { size } = fs.statSync(__filename);
    socket.write(JSON.stringify({ name: 'picture', length: size }));
    setTimeout(() => {
      fs.readFile(__filename, (err, picture) => {
        if (err) throw err;
        socket.write(picture);
      });
    }, 60);
  });
  socket.on('data', () => socket.end());
}
