'use strict';
// Supervisor: replaces its server without a gap. The port of the server is in a file.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');

if (process.argv[2] === 'serve') {
  const [, , , file, version] = process.argv;
  const server = net.createServer((socket) => socket.end('version ' + version));
  server.listen(0, '127.0.0.1', () => {
    fs.writeFile(file, String(server.address().port), (err) => {
      if (err) throw err;
      process.send('up');
    });
  });
  process.on('disconnect', () => process.exit());
  process.on('message', () => {
    server.close(() => {
      process.send('down');
      fs.rm(file, { force: true }, (err) => {
        if (err) throw err;
        process.disconnect();
      });
    });
  });
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'serve-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'port');
  const start = (version) => fork(__filename, ['serve', file, version]);

  const first = start('1');
  first.on('message', (msg) => {
    if (msg === 'up') return first.send('stop');
    const second = start('2');
    second.on('message', (m) => {
      if (m === 'up') ask((answer) => {
        second.send('stop');
        assert.strictEqual(answer, 'version 2');
      });
    });
  });

  function ask(cb) {
    const port = Number(fs.readFileSync(file, 'utf8'));
    let text = '';
    net.connect(port, '127.0.0.1').on('data', (d) => { text += d; }).on('end', () => cb(text));
  }
}
