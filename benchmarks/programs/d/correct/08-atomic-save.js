'use strict';
// Settings are saved atomically, by temporary files; saves at the same time are put together.
const assert = require('assert');
const crypto = require('crypto');
const dns = require('dns');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'settings-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Settings {
  constructor(file) { this.file = file; this.values = {}; this.last = Promise.resolve(); }

  set(key, value) {
    this.values[key] = value;
    const saved = this.last.then(() => this.save());
    this.last = saved.catch(() => {});
    return saved;
  }

  async save() {
    const tmp = `${this.file}.${crypto.randomUUID()}`;
    await fs.promises.writeFile(tmp, JSON.stringify(this.values));
    await fs.promises.rename(tmp, this.file);
  }
}

async function discoverHost(settings) {
  const { address } = await dns.promises.lookup('127.0.0.1');
  await settings.set('host', address);
}

async function createSecret(settings) {
  const key = await new Promise((resolve, reject) => {
    crypto.scrypt('secret', 'salt', 8, (err, key) => (err ? reject(err) : resolve(key)));
  });
  await settings.set('key', key.toString('hex'));
}

(async () => {
  const settings = new Settings(path.join(dir, 'settings.json'));
  const early = settings.set('version', 1);
  await Promise.all([discoverHost(settings), createSecret(settings), early]);
  const stored = JSON.parse(fs.readFileSync(settings.file, 'utf8'));
  assert.deepStrictEqual(stored, settings.values);
  assert.deepStrictEqual(Object.keys(stored).sort(), ['host', 'key', 'version']);
  assert.deepStrictEqual(fs.readdirSync(dir), ['settings.json']);
})();
