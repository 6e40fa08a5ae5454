// Collects the keys asked for in one turn and reads them together.
const fs = require('fs/promises');
const crypto = require('crypto');
const assert = require('assert');

class Loader {
  constructor(fetchAll) {
    this.fetchAll = fetchAll;
    this.queue = [];
  }

  load(key) {
    return new Promise((resolve, reject) => {
      this.queue.push({ key, resolve, reject });
      if (this.queue.length === 1) setImmediate(() => this.flush());
    });
  }

  async flush() {
    const batch = this.queue;
    this.queue = [];
    const values = await this.fetchAll(batch.map((b) => b.key));
    batch.forEach(({ resolve, reject }, i) => {
      if (values[i] instanceof Error) reject(values[i]);
      else resolve(values[i]);
    });
  }
}

const sizes = new Loader((names) => Promise.all(names.map((name) => fs.stat(name).catch((err) => err))));

const pause = (n) => new Promise((resolve) => crypto.pbkdf2('x', 'y', n, 16, 'sha256', resolve));

(async () => {
  const users = [1, 100, 5000, 20000].map(async (n) => {
    const [file, dir] = await Promise.all([sizes.load(__filename), sizes.load(__dirname)]);
    assert.ok(file.isFile() && dir.isDirectory());
    await pause(n);
    const again = await sizes.load(n % 1000 ? __filename : __dirname);
    assert.strictEqual(again.isFile(), n % 1000 !== 0);
    await assert.rejects(sizes.load('/no/such/file' + n), { code: 'ENOENT' });
  });
  await Promise.all(users);
})();
