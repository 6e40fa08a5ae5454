'use strict';
// A socket protocol behind an HTTP upgrade. Frames of unknown users are dropped.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'upgrade-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'tokens.json'), JSON.stringify({ t0ken: 'ann' }));

class Connection {
  constructor(socket) {
    this.socket = socket;
    this.user = null;
    socket.on('data', (frame) => this.receive(String(frame)));
    socket.on('end', () => socket.end());
  }

  login(token) {
    fs.readFile(path.join(dir, 'tokens.json'), 'utf8', (err, text) => {
      if (err) return this.socket.destroy(err);
      this.user = JSON.parse(text)[token] || null;
      if (!this.user) this.socket.end('401\n');
    });
  }

  receive(frame) {
    if (!this.user) return this.socket.write('dropped\n');
    this.socket.write(`${this.user}: ${frame.split(' ')[0]}\n`);
  }
}

const server = http.createServer();
server.on('upgrade', (req, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n');
  const connection = new Connection(socket);
  connection.login(req.headers['x-token']);
});

server.listen(0, '127.0.0.1', () => {
  const req = http.get({
    host: '127.0.0.1', port: server.address().port,
    headers: { connection: 'Upgrade', upgrade: 'chat', 'x-token': 't0ken' },
  });
  req.on('upgrade', (res, socket) => {
    crypto.pbkdf2('hello', res.headers.upgrade, 100000, 16, 'sha1', (err, mac) => {
      if (err) throw err;
      socket.write('hello ' + mac.toString('hex'));
    });
    socket.setEncoding('utf8').once('data', (answer) => {
      socket.end();
      server.close();
      assert.strictEqual(answer, 'ann: hello\n');
    });
  });
});
