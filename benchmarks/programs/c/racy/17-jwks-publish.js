'use strict';
// A token service rotates its signing key and publishes the public keys in a file, which a verifier reads.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http = require('http');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c17-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const jwks = path.join(dir, 'jwks.json');
const keys = {};
let current;

function rotate(kid, done) {
  crypto.generateKeyPair('ed25519', (err, publicKey, privateKey) => {
    if (err) throw err;
    keys[kid] = publicKey.export({ type: 'spki', format: 'pem' });
    current = { kid, privateKey };
    fs.writeFile(jwks, JSON.stringify(keys), (err) => {
      if (err) throw err;
      done?.();
    });
  });
}

const server = http.createServer((req, res) => {
  const payload = `user=7;via=${current.kid}`;
  const signature = crypto.sign(null, Buffer.from(payload), current.privateKey).toString('base64');
  res.end(JSON.stringify({ kid: current.kid, payload, signature }));
});

function fetchToken(port, done) {
  http.get({ port, host: '127.0.0.1', agent: false }, (res) => {
    let text = '';
    res.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => done(JSON.parse(text)));
  });
}

function verify(token, done) {
  fs.readFile(jwks, 'utf8', (err, text) => {
    if (err) throw err;
    const pem = JSON.parse(text)[token.kid];
    assert.ok(pem, `key ${token.kid} is published`);
    done(crypto.verify(null, Buffer.from(token.payload), pem, Buffer.from(token.signature, 'base64')));
  });
}

rotate('k1', () => server.listen(0, '127.0.0.1', () => {
  setTimeout(() => rotate('k2'), 50);
  setTimeout(() => fetchToken(server.address().port, (token) => {
    server.close();
    verify(token, (valid) => assert.ok(valid));
  }), 280);
}));
