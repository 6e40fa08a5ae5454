'use strict';
// A feed over an upgraded connection, with frames of a length and a text. The server says welcome a little later.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http = require('http');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c31-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const motd = path.join(dir, 'motd');
fs.writeFileSync(motd, 'welcome to the feed');

const frame = (text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);

const server = http.createServer();
server.on('upgrade', (req, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: feed\r\nConnection: Upgrade\r\n\r\n');
  socket.on('error', () => {});
  socket.on('end', () => socket.end());
  setTimeout(() => fs.readFile(motd, 'utf8', (err, text) => {
    if (err) throw err;
    socket.write(frame(text));
  }), 150);
});

class Feed {
  constructor(port) {
    const headers = { Connection: 'Upgrade', Upgrade: 'feed' };
    const req = http.get({ port, host: '127.0.0.1', headers });
    this.pending = Buffer.alloc(0);
    req.on('upgrade', (res, socket) => {
      this.socket = socket;
      socket.on('data', (chunk) => this.parse(chunk));
    });
  }

  parse(chunk) {
    this.pending = Buffer.concat([this.pending, chunk]);
    while (this.pending.length > 0 && this.pending.length > this.pending[0]) {
      const end = 1 + this.pending[0];
      this.onframe(this.pending.toString('utf8', 1, end));
      this.pending = this.pending.subarray(end);
    }
  }
}

server.listen(0, '127.0.0.1', () => {
  const feed = new Feed(server.address().port);
  const frames = [];
  const finish = () => {
    clearTimeout(limit);
    feed.socket?.destroy();
    server.close();
    assert.deepStrictEqual(frames, ['welcome to the feed']);
  };
  const limit = setTimeout(finish, 1350);
  feed.onframe = (text) => {
    frames.push(text);
    finish();
  };
});
