'use strict';
// Ingest server: lines go to a journal; when the client ends, it gets the number of lines.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'journal-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
let connections = 0;

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  const journal = path.join(dir, `${++connections}.log`);
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    if (lines.length) fs.appendFile(journal, lines.map((l) => l + '\n').join(''), (err) => { if (err) throw err; });
  });
  socket.on('end', () => {
    fs.readFile(journal, 'utf8', (err, text) => {
      socket.end(err ? err.code : String(text.split('\n').length - 1));
    });
  });
});

server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  const hash = crypto.createHash('sha1');
  for (let i = 0; i < 5; i++) {
    const line = `reading ${i} ${i * i}\n`;
    hash.update(line);
    socket.write(line);
  }
  // a signature closes the transmission
  crypto.scrypt(hash.digest(), 'key', 32, (err, sig) => {
    if (err) throw err;
    socket.end(sig.toString('hex'));
  });
  let answer = '';
  socket.on('data', (d) => { answer += d; });
  socket.on('close', () => {
    server.close();
    assert.strictEqual(answer, '5');
  });
});
