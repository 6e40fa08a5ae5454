'use strict';
// Settings are saved atomically: to a temporary file first, then renamed.
const assert = require('assert');
const dns = require('dns');
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Settings {
  constructor(file) { this.file = file; this.values = {}; }

  async set(key, value) {
    this.values[key] = value;
    await this.save();
  }

  async save() {
    const tmp = this.file + '.tmp';
    const fh = await fs.promises.open(tmp, 'w');
    try {
      await fh.writeFile(JSON.stringify(this.values));
    } finally {
      await fh.close();
    }
    await fs.promises.rename(tmp, this.file);
  }
}

async function discoverHost(settings) {
  const { address } = await dns.promises.lookup('localhost', { family: 4 });
  await settings.set('host', address);
}

async function createSecret(settings) {
  const key = await new Promise((resolve, reject) => {
    crypto.generateKeyPair('rsa', { modulusLength: 3072 }, (err, pub, priv) => (err ? reject(err) : resolve(priv)));
  });
  await settings.set('key', key.asymmetricKeyType);
}

(async () => {
  const settings = new Settings(path.join(dir, 'settings.json'));
  await Promise.all([discoverHost(settings), createSecret(settings)]);
  const stored = JSON.parse(fs.readFileSync(settings.file, 'utf8'));
  assert.deepStrictEqual(Object.keys(stored).sort(), ['host', 'key']);
})();
