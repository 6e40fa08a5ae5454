// A local service on a socket file. A file that was left by a crash is removed at the start.
const { fork } = require('child_process');
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

if (process.argv[2]) {
  const file = process.argv[2];
  process.send('starting');
  fs.unlink(file, () => {
    net.createServer((socket) => {
      socket.end('ready');
    }).listen(file);
  });
} else {
  const file = path.join(os.tmpdir(), `service-${process.pid}-${Date.now()}.sock`);
  fs.writeFileSync(file, ''); // left over
  const child = fork(__filename, [file]);
  process.on('exit', () => {
    child.kill();
    fs.rmSync(file, { force: true });
  });
  child.once('message', () => {
    const poll = setInterval(() => {
      if (!fs.existsSync(file)) return;
      clearInterval(poll);
      const socket = net.connect(file);
      let text = '';
      socket.on('data', (d) => (text += d));
      socket.on('end', () => {
        child.kill();
        assert.strictEqual(text, 'ready');
      });
    }, 180);
  });
}
