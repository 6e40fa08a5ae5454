// An upload handler: streams the body into a file and answers with the size that was stored.
const http = require('http');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'upload-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const server = http.createServer((req, res) => {
  const file = path.join(dir, path.basename(req.url));
  const out = fs.createWriteStream(file);
  req.pipe(out);
  req.on('end', () => {
    fs.stat(file, (err, stat) => {
      res.statusCode = err ? 500 : 201;
      res.end(JSON.stringify({ size: err ? 0 : stat.size }));
    });
  });
});

server.listen(0, '127.0.0.1', () => {
  const req = http.request({ port: server.address().port, path: '/photo.raw', method: 'POST', agent: false });
  req.on('response', (res) => {
    let body = '';
    res.on('data', (c) => (body += c));
    res.on('end', () => {
      server.close();
      assert.strictEqual(JSON.parse(body).size, 12000);
    });
  });
  // the camera delivers two blocks and then takes a moment to notice that there are no more
  req.write(Buffer.alloc(6000, 1));
  req.write(Buffer.alloc(6000, 2));
  setTimeout(() => req.end(), 40);
});
