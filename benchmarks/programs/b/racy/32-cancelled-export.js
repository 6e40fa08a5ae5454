// An export in several parts, which can be cancelled: either all of it is there in the end, or nothing.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Export {
  constructor(folder) {
    this.folder = folder;
    this.controller = new AbortController();
  }

  async run(parts) {
    const { signal } = this.controller;
    await fs.mkdir(this.folder + '.tmp');
    for (const [i, part] of parts.entries()) {
      if (signal.aborted) return false;
      await fs.writeFile(path.join(this.folder + '.tmp', `part${i}`), part);
    }
    if (signal.aborted) return false;
    await fs.rename(this.folder + '.tmp', this.folder);
    return true;
  }

  async cancel() {
    this.controller.abort();
    await fs.rm(this.folder + '.tmp', { recursive: true, force: true });
  }
}

(async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'export-'));
  const job = new Export(path.join(root, 'books'));
  const running = job.run(['one', 'two', 'three', 'four', 'five']);
  await new Promise((r) => setTimeout(r, 130));
  await job.cancel();
  const complete = await running;
  const left = await fs.readdir(root);
  assert.deepStrictEqual(left, complete ? ['books'] : []);
  await fs.rm(root, { recursive: true });
})();
