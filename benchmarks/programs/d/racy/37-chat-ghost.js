'use strict';
// Chat room: who enters sees the last lines; who hangs up leaves.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'chat-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'lobby'), 'bob: anybody here?\n');

class Room {
  constructor(name) { this.file = path.join(dir, name); this.members = new Map(); }

  enter(nick, socket) {
    fs.readFile(this.file, 'utf8', (err, text) => {
      if (err) return socket.destroy(err);
      if (socket.writable) socket.write(text);
      this.members.set(nick, socket);
    });
  }

  leave(nick) { this.members.delete(nick); }
}

const room = new Room('lobby');
const server = net.createServer((socket) => {
  let nick;
  socket.on('error', () => {});
  socket.on('data', (d) => {
    const [command, arg] = String(d).trim().split(' ');
    if (command === 'WHO') return socket.end([...room.members.keys()].join(',') + '.');
    if (command !== 'NICK') return;
    nick = arg;
    room.enter(nick, socket);
    socket.write(`hello ${nick}\n`);
  });
  socket.on('close', () => { if (nick) room.leave(nick); });
});

function who() {
  return new Promise((resolve) => {
    let names = '';
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write('WHO\n'));
    socket.on('data', (d) => { names += d; }).on('end', () => resolve(names));
  });
}

server.listen(0, '127.0.0.1', () => {
  const visitor = net.connect(server.address().port, '127.0.0.1', () => visitor.write('NICK eve\n'));
  visitor.resume();
  visitor.once('data', (greeting) => {
    // remember the place under a name that is hard to guess, and go
    crypto.scrypt(greeting, 'salt', 16, () => visitor.end());
  });
  visitor.on('close', () => {
    crypto.scrypt('pause', 'salt', 16, async () => {
      assert.strictEqual(await who(), '.');
      server.close();
    });
  });
});
