'use strict';
// Tokens are signed with a key that is generated when it is needed first.
const assert = require('assert');
const crypto = require('crypto');
const http = require('http');
const zlib = require('zlib');
const { promisify } = require('util');
const generateKeyPair = promisify(crypto.generateKeyPair);

class Signer {
  async keys() {
    if (!this.pair) this.pair = await generateKeyPair('ed25519');
    return this.pair;
  }

  async sign(text) {
    const { privateKey } = await this.keys();
    return crypto.sign(null, Buffer.from(text), privateKey).toString('base64');
  }

  async verify(text, signature) {
    const { publicKey } = await this.keys();
    return crypto.verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));
  }
}

const signer = new Signer();
const server = http.createServer((req, res) => {
  const chunks = [];
  req.pipe(zlib.createGunzip()).on('data', (d) => chunks.push(d)).on('end', async () => {
    const { length } = Buffer.concat(chunks);
    res.end(JSON.stringify({ length, token: await signer.sign(`upload ${length}`) }));
  });
});

function upload(packed) {
  return new Promise((resolve, reject) => {
    const req = http.request({ host: '127.0.0.1', port: server.address().port, method: 'POST', agent: false }, (res) => {
      let body = '';
      res.on('data', (d) => { body += d; }).on('end', () => resolve(JSON.parse(body)));
    });
    req.on('error', reject);
    req.end(packed);
  });
}

server.listen(0, '127.0.0.1', async () => {
  const admin = signer.sign('admin');
  const packed = await promisify(zlib.gzip)(Buffer.alloc(9e6, 'picture'));
  const { length, token } = await upload(packed);
  server.close();
  const adminToken = await admin;
  assert.ok(await signer.verify(`upload ${length}`, token));
  assert.ok(await signer.verify('admin', adminToken));
});
