'use strict';
// A front door accepts connections, looks up which child is responsible, and passes the connection to it.
const fs = require('fs');
const os = require('os');
const path = require('path');
const net = require('net');
const { fork } = require('child_process');
const assert = require('assert');

if (process.argv[2] === 'child') {
  process.on('message', (message, socket) => {
    process.channel.unref();
    if (!socket) return;
    socket.setEncoding('utf8');
    socket.on('data', (text) => socket.end(text.toUpperCase()));
  });
  process.send('ready');
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c25-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const routes = path.join(dir, 'routes.json');
  fs.writeFileSync(routes, JSON.stringify({ '127.0.0.1': 'echo' }));
  const children = { echo: fork(__filename, ['child']) };

  const server = net.createServer((socket) => {
    fs.readFile(routes, 'utf8', (err, text) => {
      if (err) throw err;
      const name = JSON.parse(text)[socket.remoteAddress];
      children[name].send('connection', socket);
    });
  });

  children.echo.once('message', () => server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    let answer = '';
    const finish = () => {
      clearTimeout(limit);
      client.destroy();
      server.close();
      children.echo.kill();
      assert.strictEqual(answer, 'HELLO\n');
    };
    const limit = setTimeout(finish, 1300);
    client.setEncoding('utf8');
    client.on('data', (text) => (answer += text));
    client.on('end', finish);
    client.on('error', finish);
    client.on('connect', () => setTimeout(() => client.write('hello\n'), 200));
  }));
}
