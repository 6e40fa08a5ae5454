require('./_f.cjs');
// A tiny API server: limits come from a file, requests are checked against them.
const http = require('http');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'readFile', { before: 250 });

const file = path.join(os.tmpdir(), `limits-${process.pid}-${Date.now()}.json`);
fs.writeFileSync(file, JSON.stringify({ maxItems: 10 }));
process.on('exit', () => fs.rmSync(file, { force: true }));

let limits = {};
fs.readFile(file, 'utf8', (err, text) => {
  if (err) throw err;
  limits = JSON.parse(text);
});

const server = http.createServer((req, res) => {
  const items = Number(new URL(req.url, 'http://x').searchParams.get('items'));
  res.statusCode = items <= limits.maxItems ? 200 : 422;
  res.end();
});

function order(token) {
  const options = { port: server.address().port, path: '/order?items=3', headers: { token }, agent: false };
  http.get(options, (res) => {
    res.resume();
    res.on('end', () => {
      server.close();
      assert.strictEqual(res.statusCode, 200);
    });
  });
}

server.listen(0, '127.0.0.1', () => {
  crypto.pbkdf2('customer', 'salt', 40000, 20, 'sha256', (err, key) => {
    if (err) throw err;
    order(key.toString('hex'));
  });
});
