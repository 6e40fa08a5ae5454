'use strict';
// A finger-like server: the client sends one line and ends its side, the server answers when it has the page.
const fs = require('fs');
const os = require('os');
const path = require('path');
const net = require('net');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc15-'));
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

const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  let line = '';
  socket.setEncoding('utf8');
  socket.on('data', (part) => (line += part));
  socket.on('end', () => page(line.trim(), (err, text) => {
    if (err) throw err;
    socket.end(text);
  }));
});

let answer = '';
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.setEncoding('utf8');
  client.on('data', (part) => (answer += part));
  client.on('close', () => server.close());
  client.write('a');
  setTimeout(() => client.end('da\n'), 20);
});
process.on('exit', () => assert.strictEqual(answer, 'Welcome to the directory\nAda Lovelace, room 12\n'));
