// Many may read a document, but only one may write it, when nobody reads.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

class Guard {
  constructor(journal) {
    Object.assign(this, { journal, readers: 0, writing: false });
  }

  async read(fn) {
    while (this.writing) await sleep(5);
    this.readers++;
    try {
      return await fn();
    } finally {
      this.readers--;
    }
  }

  async write(fn) {
    while (this.readers || this.writing) await sleep(5);
    await fs.appendFile(this.journal, 'write begins\n');
    this.writing = true;
    try {
      return await fn();
    } finally {
      this.writing = false;
    }
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'guard-'));
  const guard = new Guard(path.join(dir, 'journal'));
  const account = { from: 100, to: 0 };

  const sum = () => guard.read(async () => {
    const { from } = account;
    await sleep(100);
    return from + account.to;
  });
  const transfer = () => guard.write(async () => {
    account.from -= 40;
    await fs.appendFile(guard.journal, '40 on their way\n');
    account.to += 40;
  });

  const transferring = transfer();
  await sleep(110);
  const total = await sum();
  await transferring;
  assert.strictEqual(total, 100);
  await fs.rm(dir, { recursive: true });
})();
