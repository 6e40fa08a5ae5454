'use strict';
// Supervisor: replaces its server. The port of the server is in a file, which the old one removes before it ends.
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
  process.on('message', () => {
    server.close(() => {
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
  const answers = [];

  function run(version) {
    const child = fork(__filename, ['serve', file, String(version)]);
    child.once('message', () => ask((answer) => {
      answers.push(answer);
      child.send('stop');
    }));
    child.on('exit', (code) => {
      assert.strictEqual(code, 0);
      assert.strictEqual(fs.existsSync(file), false);
      if (version < 2) run(version + 1);
      else assert.deepStrictEqual(answers, ['version 1', 'version 2']);
    });
  }

  function ask(cb) {
    const port = Number(fs.readFileSync(file, 'utf8'));
    let text = '';
    net.connect(port, '127.0.0.1').on('data', (d) => { text += d; }).on('end', () => cb(text));
  }

  run(1);
}
