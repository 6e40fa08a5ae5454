require('./_f.cjs');
// Users share a working directory; the last one who leaves removes it.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'rmdir', { nth: 1, before: 200 });

class SharedDir {
  constructor(dir) {
    this.dir = dir;
    this.users = 0;
    this.exists = false;
  }

  async enter() {
    this.users++;
    if (!this.exists) {
      this.exists = true;
      await fs.mkdir(this.dir);
    }
  }

  async leave() {
    if (--this.users > 0) return;
    for (const name of await fs.readdir(this.dir)) await fs.unlink(path.join(this.dir, name));
    await fs.rmdir(this.dir);
    this.exists = false;
  }
}

const work = new SharedDir(path.join(os.tmpdir(), `shared-${process.pid}-${Date.now()}`));

async function job(name, start) {
  await new Promise((r) => setTimeout(r, start));
  await work.enter();
  const file = path.join(work.dir, name);
  await fs.writeFile(file, name);
  assert.strictEqual(await fs.readFile(file, 'utf8'), name);
  await work.leave();
}

Promise.all([job('scan', 0), job('index', 120), job('export', 240)]).then(async () => {
  await assert.rejects(fs.stat(work.dir), { code: 'ENOENT' });
});
