'use strict';
// An upload asks first ("Expect: 100-continue"), and sends its body once: when it may, or when it has waited enough.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http = require('http');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc16-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const users = path.join(dir, 'users.json');
fs.writeFileSync(users, JSON.stringify(['eve']));

const server = http.createServer((req, res) => {
  let size = 0;
  req.on('data', (part) => (size += part.length));
  req.on('end', () => res.end(String(size)));
});

server.on('checkContinue', (req, res) => {
  fs.readFile(users, 'utf8', (err, text) => {
    if (err) throw err;
    if (JSON.parse(text).includes(req.headers['x-user'])) res.writeContinue();
    server.emit('request', req, res);
  });
});

function upload(port, body, done) {
  const req = http.request({
    port, host: '127.0.0.1', method: 'PUT', agent: false,
    headers: { 'Expect': '100-continue', 'x-user': 'eve' },
  });
  let sent = false;
  const send = () => {
    clearTimeout(limit);
    if (sent) return;
    sent = true;
    req.end(body);
  };
  const limit = setTimeout(send, 50);
  req.on('continue', send);
  req.on('response', (res) => {
    let text = '';
    res.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => done(Number(text)));
  });
  req.flushHeaders();
}

server.listen(0, '127.0.0.1', () => {
  upload(server.address().port, 'x'.repeat(5000), (size) => {
    server.close();
    assert.strictEqual(size, 5000);
  });
});
