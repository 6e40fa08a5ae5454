'use strict';
// A chat server keeps who is online. A client crashes and comes back.
const net = require('net');
const readline = require('readline');
const assert = require('assert');

const online = new Map();
const server = net.createServer((socket) => {
  let name;
  socket.on('error', () => {});
  readline.createInterface({ input: socket }).on('line', (line) => {
    const [command, argument] = line.split(' ');
    if (command === 'HELLO') {
      name = argument;
      online.set(name, { socket, since: Date.now() });
      socket.write('WELCOME\n');
    } else if (command === 'WHO') {
      socket.write(`ONLINE ${[...online.keys()].join(',')}\n`);
    }
  });
  socket.on('close', () => {
    if (name) online.delete(name);
  });
});

function login(port, onLine) {
  const socket = net.connect(port, '127.0.0.1', () => socket.write('HELLO alice\n'));
  readline.createInterface({ input: socket }).on('line', (line) => onLine(socket, line));
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  login(port, (first) => {
    first.on('close', () => setTimeout(comeBack, 150));
    first.destroy(); // the client crashes
  });
  function comeBack() {
    login(port, (second, line) => {
      if (line === 'WELCOME') {
        setTimeout(() => second.write('WHO\n'), 500);
      } else {
        second.end();
        server.close();
        assert.strictEqual(line, 'ONLINE alice');
      }
    });
  }
});
