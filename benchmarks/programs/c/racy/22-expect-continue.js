'use strict';
// An upload asks first ("Expect: 100-continue"). As RFC 9110 says, the client does not wait for the answer forever.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http = require('http');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c22-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const users = path.join(dir, 'users.json');
fs.writeFileSync(users, JSON.stringify({ eve: 'salt' }));

const server = http.createServer((req, res) => {
  let size = 0;
  req.on('data', (part) => (size += part.length));
  req.on('end', () => res.end(String(size)));
});

server.on('checkContinue', (req, res) => {
  fs.readFile(users, 'utf8', (err, text) => {
    if (err) throw err;
    const salt = JSON.parse(text)[req.headers['x-user']];
    crypto.pbkdf2('secret', salt, 1000, 16, 'sha256', (err) => {
      if (err) throw err;
      res.writeContinue();
      server.emit('request', req, res);
    });
  });
});

function upload(port, body, done) {
  const req = http.request({
    port, host: '127.0.0.1', method: 'PUT', agent: false,
    headers: { 'Expect': '100-continue', 'x-user': 'eve' },
  });
  const send = () => {
    clearTimeout(limit);
    req.write(body);
    req.end();
  };
  const limit = setTimeout(send, 450);
  req.on('continue', send);
  req.on('response', (res) => {
    let text = '';
    res.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => done(Number(text)));
  });
  req.flushHeaders();
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const main = () => upload(port, 'x'.repeat(5000), (size) => {
    server.close();
    assert.strictEqual(size, 5000);
  });
  http.get({ port, host: '127.0.0.1', agent: false }, (res) => res.resume().on('end', main)); // is it there?
});
