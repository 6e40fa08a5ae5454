'use strict';
// A finger-like server: the client sends one line, the server answers with a page made of two files.
const fs = require('fs');
const os = require('os');
const path = require('path');
const net = require('net');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c21-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'header'), 'Welcome to the directory\n');
fs.writeFileSync(path.join(dir, 'ada'), 'Ada Lovelace, room 12\n');

function page(user, done) {
  fs.readFile(path.join(dir, 'header'), (err, header) => {
    if (err) return done(err);
    fs.readFile(path.join(dir, path.basename(user)), (err, body) => {
      done(null, err ? `${header}no such user\n` : `${header}${body}`);
    });
  });
}

const server = net.createServer((socket) => {
  let line = '';
  socket.setEncoding('utf8');
  socket.on('data', (part) => {
    line += part;
    if (!line.endsWith('\n')) return;
    page(line.trim(), (err, text) => {
      if (err) throw err;
      socket.end(text);
    });
  });
});

server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  let answer = '';
  client.setEncoding('utf8');
  client.on('data', (part) => (answer += part));
  client.on('close', () => {
    server.close();
    assert.ok(answer.includes('room 12'), `answer: "${answer}"`);
  });
  client.write('ada\n');
  const finished = setTimeout(() => client.end(), 380); // nothing more to ask
  client.on('end', () => clearTimeout(finished));
});
