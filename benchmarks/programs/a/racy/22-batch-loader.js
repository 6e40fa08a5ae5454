// Collects the keys asked for in one turn and reads them together (like data loader).
const fs = require('fs/promises');
const crypto = require('crypto');
const assert = require('assert');

class Loader {
  constructor(fetchAll) {
    this.fetchAll = fetchAll;
    this.queue = [];
    this.scheduled = false;
  }

  load(key) {
    return new Promise((resolve, reject) => {
      this.queue.push({ key, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      setImmediate(() => this.flush());
    });
  }

  async flush() {
    try {
      const values = await this.fetchAll(this.queue.map((q) => q.key));
      this.queue.forEach((q, i) => q.resolve(values[i]));
    } catch (err) {
      this.queue.forEach((q) => q.reject(err));
    }
    this.queue = [];
    this.scheduled = false;
  }
}

const sizes = new Loader((names) => Promise.all(names.map((name) => fs.stat(name))));

async function page() {
  const [a, b] = await Promise.all([sizes.load(__filename), sizes.load(__dirname)]);
  assert.ok(a.isFile() && b.isDirectory());
}

function thumbnail() {
  return new Promise((resolve, reject) => {
    crypto.pbkdf2('image', 'salt', 40000, 16, 'sha256', (err) => {
      if (err) return reject(err);
      sizes.load(__filename).then(resolve, reject);
    });
  });
}

Promise.all([page(), thumbnail()]).then(([, stat]) => {
  assert.ok(stat, 'no value for the thumbnail');
});
