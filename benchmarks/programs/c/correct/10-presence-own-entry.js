'use strict';
// A chat server keeps who is online. A connection that ends takes away its own entry only.
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
      online.set(name, socket);
      socket.write('WELCOME\n');
    } else if (command === 'WHO') {
      socket.write(`ONLINE ${[...online.keys()].join(',')}\n`);
    }
  });
  socket.on('close', () => {
    if (online.get(name) === socket) online.delete(name);
  });
});

function login(port, onLine) {
  const socket = net.connect(port, '127.0.0.1', () => socket.write('HELLO alice\n'));
  readline.createInterface({ input: socket }).on('line', (line) => onLine(socket, line));
}

let answer;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  login(port, (first) => {
    first.destroy(); // the client crashes
    login(port, (second, line) => {
      if (line === 'WELCOME') {
        setTimeout(() => second.write('WHO\n'), 150);
      } else {
        answer = line;
        second.end();
        server.close();
      }
    });
  });
});
process.on('exit', () => assert.strictEqual(answer, 'ONLINE alice'));
