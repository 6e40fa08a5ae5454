require('./_f.cjs');
// A key-value store in a log file, which is compacted from time to time.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { promisify } = require('util');
const assert = require('assert');
/* force */ __late(fs, 'rename', { nth: 1, before: 200 });

const derive = promisify(crypto.pbkdf2);

class Store {
  constructor(file) {
    this.file = file;
  }

  async put(key, value) {
    await fs.appendFile(this.file, JSON.stringify([key, value]) + '\n');
  }

  async read() {
    const text = await fs.readFile(this.file, 'utf8');
    return new Map(text.trim().split('\n').map((line) => JSON.parse(line)));
  }

  async compact() {
    const entries = await this.read();
    const text = [...entries].map((e) => JSON.stringify(e) + '\n').join('');
    await fs.writeFile(this.file + '.new', text);
    await fs.rename(this.file, this.file + '.bak');
    await fs.rename(this.file + '.new', this.file);
  }
}

async function main() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'kv-'));
  const store = new Store(path.join(dir, 'data.log'));
  for (let i = 0; i < 6; i++) await store.put('counter', i);

  async function addUser() {
    const key = await derive('user', 'salt', 60000, 16, 'sha256');
    await store.put('user', key.toString('hex'));
  }
  await Promise.all([store.compact(), addUser()]);

  const entries = await store.read();
  assert.strictEqual(entries.get('counter'), 5);
  assert.ok(entries.has('user'), 'user was lost');
  await fs.rm(dir, { recursive: true });
}

main();
