'use strict';
// Greeting service: the texts are loaded when the service starts.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'greeter-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'texts.json'), JSON.stringify({ en: 'hello', de: 'hallo' }));

class Greeter {
  constructor(file) {
    this.texts = null;
    fs.readFile(file, 'utf8', (err, text) => {
      if (err) throw err;
      this.texts = JSON.parse(text);
    });
  }

  handle(req, res) {
    if (!this.texts) {
      res.writeHead(503);
      return res.end('no texts');
    }
    res.end(this.texts[req.url.slice(1)]);
  }
}

const greeter = new Greeter(path.join(dir, 'texts.json'));
const server = http.createServer((req, res) => greeter.handle(req, res));

function visit(token) {
  const options = { host: '127.0.0.1', port: server.address().port, path: '/de', agent: false, headers: { 'x-token': token } };
  http.get(options, (res) => {
    let body = '';
    res.setEncoding('utf8').on('data', (d) => { body += d; }).on('end', () => {
      server.close();
      assert.strictEqual(res.statusCode, 200, body);
      assert.strictEqual(body, 'hallo');
    });
  });
}

server.listen(0, '127.0.0.1', () => {
  crypto.scrypt('visitor', 'salt', 16, (err, key) => {
    if (err) throw err;
    visit(key.toString('hex'));
  });
});
