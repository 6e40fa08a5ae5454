'use strict';
// A little object store: PUT writes a file and answers when it is there, HEAD tells its size.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { pipeline } = require('stream');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'store-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
let uploads = 0;

const server = http.createServer((req, res) => {
  const file = path.join(dir, path.basename(req.url));
  if (req.method === 'PUT') {
    const part = `${file}.${++uploads}.part`;
    pipeline(req, fs.createWriteStream(part), (err) => {
      if (err) { res.statusCode = 500; return res.end(); }
      fs.rename(part, file, (err) => {
        res.statusCode = err ? 500 : 201;
        res.end();
      });
    });
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
  const sizes = [100000, 300000];
  const puts = await Promise.all(sizes.map((n) => send('PUT', '/photo.jpg', Buffer.alloc(n, 'photo '))));
  assert.deepStrictEqual(puts.map((p) => p.statusCode), [201, 201]);
  const head = await send('HEAD', '/photo.jpg');
  server.close();
  assert.strictEqual(head.statusCode, 200);
  // one of the two, but never a mixture
  assert.ok(sizes.includes(Number(head.headers['x-size'])));
});
