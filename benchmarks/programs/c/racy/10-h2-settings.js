'use strict';
// An HTTP/2 client opens a tunnel only where the server's settings allow it, and asks after a little preparation.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http2 = require('http2');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c10-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const secret = path.join(dir, 'secret');
fs.writeFileSync(secret, 'hunter2');

const server = http2.createServer({ settings: { enableConnectProtocol: true } });
server.on('stream', (stream, headers) => {
  stream.respond({ ':status': headers[':protocol'] === 'websocket' ? 200 : 400 });
  stream.end();
});

function prepare(done) {
  fs.readFile(secret, (err, text) => {
    if (err) return done(err);
    crypto.pbkdf2(text, 'tunnel', 150000, 16, 'sha256', done);
  });
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const session = http2.connect(`http://127.0.0.1:${port}`);
  session.on('connect', () => prepare((err, token) => {
    assert.ifError(err);
    assert.ok(session.remoteSettings.enableConnectProtocol, 'the server allows tunnels');
    const stream = session.request({
      ':method': 'CONNECT', ':protocol': 'websocket', ':path': '/tunnel', ':scheme': 'http',
      ':authority': '127.0.0.1', 'x-token': token.toString('hex'),
    });
    stream.on('response', (headers) => {
      assert.strictEqual(headers[':status'], 200);
      stream.close();
      session.close(() => server.close());
    });
  }));
});
