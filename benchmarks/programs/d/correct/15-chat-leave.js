'use strict';
// Chat room: who enters sees the last lines; who hangs up leaves, even while entering.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const EventEmitter = require('events');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'lobby'), 'bob: anybody here?\n');

class Room extends EventEmitter {
  constructor(name) { super(); this.file = path.join(dir, name); this.members = new Map(); this.entering = 0; }

  enter(nick, socket) {
    this.entering++;
    fs.readFile(this.file, 'utf8', (err, text) => {
      this.entering--;
      if (err) socket.destroy(err);
      else if (!socket.destroyed) {
        socket.write(text);
        this.members.set(nick, socket);
        socket.once('close', () => { this.members.delete(nick); this.emit('change'); });
      }
      this.emit('change');
    });
  }
}

const room = new Room('lobby');
const server = net.createServer((socket) => {
  let rest = '';
  socket.on('error', () => {});
  socket.on('data', (d) => {
    const lines = (rest + d).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('NICK ')) room.enter(line.slice(5), socket);
  });
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  for (const nick of ['eve', 'kim', 'joe']) {
    const visitor = net.connect(port, '127.0.0.1', () => visitor.write(`NICK ${nick}\n`));
    visitor.on('error', () => {});
    visitor.resume();
    if (nick === 'joe') visitor.once('data', () => visitor.end());
    else setImmediate(() => visitor.end());
  }
  let left = 3;
  server.on('connection', (socket) => socket.on('close', () => { if (--left === 0) server.close(); }));
  server.on('close', function check() {
    if (room.entering) return room.once('change', check);
    assert.deepStrictEqual([...room.members.keys()], []);
  });
});
