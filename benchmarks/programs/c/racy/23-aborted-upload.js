'use strict';
// An upload goes to a spool file, which is removed when the client goes away.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http = require('http');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c23-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const spool = path.join(dir, 'spool');
fs.mkdirSync(spool);
let uploads = 0;

const server = http.createServer((req, res) => {
  const temporary = path.join(spool, `upload-${++uploads}`);
  const out = fs.createWriteStream(temporary);
  out.on('error', () => res.destroy());
  out.on('finish', () => {
    fs.rename(temporary, path.join(dir, 'stored'), (err) => {
      res.statusCode = err ? 500 : 201;
      res.end();
    });
  });
  req.on('close', () => {
    if (req.complete) return;
    out.destroy();
    fs.unlink(temporary, () => {
      setTimeout(check, 700);
    });
  });
  req.on('error', () => {});
  req.pipe(out);
});

function check() {
  server.close();
  assert.deepStrictEqual(fs.readdirSync(spool), [], 'nothing is left in the spool');
}

server.listen(0, '127.0.0.1', () => {
  const req = http.request({
    port: server.address().port, host: '127.0.0.1', method: 'PUT', agent: false, headers: { 'Content-Length': 4000 },
  });
  req.on('error', () => {});
  req.write('x'.repeat(1000));
  setTimeout(() => req.destroy(), 380); // the user presses "cancel"
});
