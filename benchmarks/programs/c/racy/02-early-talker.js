'use strict';
// A mail server greets first, and refuses a client that talks before that. The client gives it a moment.
const fs = require('fs');
const os = require('os');
const path = require('path');
const net = require('net');
const readline = require('readline');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c02-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const banner = path.join(dir, 'banner.txt');
fs.writeFileSync(banner, 'mx.example ready\n');

const server = net.createServer((socket) => {
  let greeted = false;
  fs.readFile(banner, 'utf8', (err, text) => {
    if (err) throw err;
    if (socket.destroyed || socket.writableEnded) return;
    greeted = true;
    socket.write(`220 ${text.trim()}\r\n`);
  });
  readline.createInterface({ input: socket }).on('line', (line) => {
    if (!greeted) return socket.end('554 you talk too early\r\n');
    if (line.startsWith('EHLO')) return socket.write('250 hello\r\n');
    if (line === 'QUIT') return socket.end('221 bye\r\n');
  });
});

server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  const codes = [];
  readline.createInterface({ input: client }).on('line', (line) => {
    codes.push(line.slice(0, 3));
    if (line.startsWith('250')) client.write('QUIT\r\n');
  });
  client.on('connect', () => {
    setTimeout(() => client.write('EHLO workstation\r\n'), 200);
  });
  client.on('close', () => {
    server.close();
    assert.deepStrictEqual(codes, ['220', '250', '221']);
  });
});
