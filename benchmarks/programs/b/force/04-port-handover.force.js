require('./_f.cjs');
// Replaces a running server process by a new one on the same port.
const { fork } = require('child_process');
const { once } = require('events');
const net = require('net');
const fs = require('fs');
const assert = require('assert');

if (process.argv[2]) {
  const server = net.createServer((socket) => socket.end(String(process.pid)));
  server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send(server.address().port));
  process.on('SIGTERM', () => {
    // the state is saved before the process goes
    /* force */ __late(fs, 'stat', { before: 4000 });
    fs.stat(__filename, () => process.exit(0));
  });
} else {
  (async () => {
    const start = async (port) => {
      const child = fork(__filename, [String(port)]);
      child.on('exit', (code) => assert.strictEqual(code ?? 0, 0, 'server process failed'));
      const [listening] = await once(child, 'message');
      return { child, port: listening };
    };
    const old = await start('0');
    old.child.kill('SIGTERM');
    const fresh = await start(old.port);
    const socket = net.connect(fresh.port, '127.0.0.1');
    const [pid] = await once(socket, 'data');
    assert.strictEqual(Number(pid), fresh.child.pid);
    fresh.child.kill('SIGTERM');
  })();
}
