// A chat: who joins gets the history from the log first, then all that is said.
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const log = path.join(os.tmpdir(), `chat-${process.pid}-${Date.now()}.log`);
fs.writeFileSync(log, 'welcome\n');
process.on('exit', () => fs.rmSync(log, { force: true }));

const members = new Set();

function join(socket) {
  fs.readFile(log, 'utf8', (err, history) => {
    if (err) return socket.destroy();
    socket.write(history);
    members.add(socket);
  });
}

function say(text, socket) {
  fs.appendFile(log, text + '\n', (err) => {
    if (err) return;
    for (const member of members) member.write(text + '\n');
    socket.write('said\n');
  });
}

const server = net.createServer((socket) => {
  socket.setEncoding('utf8');
  socket.on('data', (data) => {
    for (const line of data.trim().split('\n')) {
      if (line === '/join') join(socket);
      else say(line, socket);
    }
  });
  socket.on('close', () => members.delete(socket));
  socket.on('error', () => {});
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  let seen = '';
  const anna = net.connect(port, '127.0.0.1', () => anna.write('/join\n'));
  const ben = net.connect(port, '127.0.0.1');
  const greeted = new Promise((resolve) => {
    ben.once('data', resolve);
    setTimeout(() => ben.write('hello anna\n'), 130);
  });
  anna.on('data', (d) => {
    seen += d;
    if (seen.startsWith('welcome\n')) greeted.then(() => ben.writable && ben.end('good night\n'));
    if (!seen.endsWith('good night\n')) return;
    anna.end();
    server.close();
    assert.strictEqual(seen, 'welcome\nhello anna\ngood night\n');
  });
});
