'use strict';
// An HTTP/2 client opens a tunnel where the server's settings allow it, which it waits for.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http2 = require('http2');
const { once } = require('events');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc09-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const secret = path.join(dir, 'secret');
fs.writeFileSync(secret, 'hunter2');

const server = http2.createServer({ settings: { enableConnectProtocol: true } });
server.on('stream', (stream, headers) => {
  stream.respond({ ':status': headers[':protocol'] === 'websocket' ? 200 : 400 });
  stream.end();
});

async function openTunnel(port) {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  const [[settings], token] = await Promise.all([
    once(session, 'remoteSettings'),
    fs.promises.readFile(secret, 'utf8'),
  ]);
  assert.ok(settings.enableConnectProtocol, 'the server allows tunnels');
  const stream = session.request({
    ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/tunnel', ':scheme': 'http',
    ':authority': '127.0.0.1', 'x-token': token,
  });
  const [headers] = await once(stream, 'response');
  stream.close();
  session.close();
  return headers[':status'];
}

server.listen(0, '127.0.0.1', async () => {
  assert.strictEqual(await openTunnel(server.address().port), 200);
  server.close();
});
