'use strict';
// Every request is noted in an audit file; at shutdown the file is closed.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'audit-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Audit {
  constructor(file) { this.fd = fs.openSync(file, 'a+'); this.lines = 0; }

  note(text) {
    fs.fstat(this.fd, (err, st) => {
      if (err) throw err;
      fs.write(this.fd, `${st.size} ${text}\n`, (err) => {
        if (err) throw err;
        this.lines++;
      });
    });
  }

  close(cb) { fs.close(this.fd, cb); }
}

class Service {
  constructor(audit) {
    this.audit = audit;
    this.active = 0;
    this.server = http.createServer((req, res) => {
      this.active++;
      res.on('close', () => { this.active--; this.audit.note(req.url); });
      res.end('done');
    });
  }

  shutdown() {
    return new Promise((resolve, reject) => {
      this.server.close(() => {
        assert.strictEqual(this.active, 0);
        this.audit.close((err) => (err ? reject(err) : resolve()));
      });
    });
  }
}

const service = new Service(new Audit(path.join(dir, 'audit.log')));
service.server.listen(0, '127.0.0.1', () => {
  http.get({ host: '127.0.0.1', port: service.server.address().port, path: '/pay', agent: false }, (res) => {
    res.resume().on('end', () => {
      // a signed receipt, then we are through
      crypto.generateKeyPair('rsa', { modulusLength: 2048 }, async (err, publicKey, privateKey) => {
        if (err) throw err;
        crypto.sign('sha256', Buffer.from('receipt'), privateKey);
        await service.shutdown();
        assert.strictEqual(service.audit.lines, 1);
      });
    });
  });
});
