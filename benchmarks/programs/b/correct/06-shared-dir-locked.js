// Users share a working directory; the last one who leaves removes it. Entering and leaving happen one at a time.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class SharedDir {
  constructor(dir) {
    this.dir = dir;
    this.users = 0;
    this.made = 0;
    this.last = Promise.resolve();
  }

  serial(fn) {
    const result = this.last.then(fn);
    this.last = result.catch(() => {});
    return result;
  }

  enter() {
    return this.serial(async () => {
      if (this.users === 0) {
        await fs.mkdir(this.dir);
        this.made++;
      }
      this.users++;
    });
  }

  leave() {
    return this.serial(async () => {
      if (--this.users === 0) await fs.rm(this.dir, { recursive: true });
    });
  }
}

const work = new SharedDir(path.join(os.tmpdir(), `shared-c-${process.pid}-${Date.now()}`));

async function job(name, start) {
  await new Promise((r) => setTimeout(r, start));
  await work.enter();
  const file = path.join(work.dir, name);
  await fs.writeFile(file, name);
  assert.strictEqual(await fs.readFile(file, 'utf8'), name);
  await work.leave();
}

const starts = [0, 1, 2, 3, 5, 8, 13];
Promise.all(starts.map((start, i) => job('job' + i, start))).then(async () => {
  await assert.rejects(fs.stat(work.dir), { code: 'ENOENT' });
  assert.ok(work.made >= 1);
});
