// Replaces a running server process by a new one on the same socket file, when the old one has gone.
const { fork } = require('child_process');
const { once } = require('events');
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

if (process.argv[2]) {
  const server = net.createServer((socket) => socket.end(String(process.pid)));
  process.on('message', () => {
    server.close(() => fs.stat(__filename, () => process.disconnect()));
  });
  server.listen(process.argv[2], () => process.send('listening'));
} else {
  const start = async (file) => {
    const child = fork(__filename, [file]);
    const exit = once(child, 'exit');
    await once(child, 'message');
    return { child, exit };
  };
  const ask = (file) => new Promise((resolve, reject) => {
    let text = '';
    net.connect(file).on('data', (d) => (text += d)).on('end', () => resolve(Number(text))).on('error', reject);
  });

  (async () => {
    const file = path.join(os.tmpdir(), `server-${process.pid}-${Date.now()}.sock`);
    const old = await start(file);
    assert.strictEqual(await ask(file), old.child.pid);
    old.child.send('stop');
    assert.deepStrictEqual(await old.exit, [0, null]);
    const fresh = await start(file);
    assert.strictEqual(await ask(file), fresh.child.pid);
    fresh.child.send('stop');
    assert.deepStrictEqual(await fresh.exit, [0, null]);
  })();
}
