// A log that rotates itself; all operations on the files are put in a line.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Log {
  constructor(file, limit) {
    Object.assign(this, { file, limit, number: 0, tail: Promise.resolve() });
  }

  locked(fn) {
    const run = this.tail.then(fn);
    this.tail = run.catch(() => {});
    return run;
  }

  write(line) {
    return this.locked(async () => {
      await fs.appendFile(this.file, line + '\n');
      const { size } = await fs.stat(this.file);
      if (size >= this.limit) await this.rotate();
    });
  }

  async rotate() {
    await fs.rename(this.file, `${this.file}.${++this.number}`);
    await fs.writeFile(this.file, '# opened\n');
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'rotate-c-'));
  const log = new Log(path.join(dir, 'app.log'), 60);
  const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
  const writers = [0, 1, 2, 3].map(async (w) => {
    for (let i = 0; i < 5; i++) {
      await sleep(w * 3);
      await log.write(`writer ${w} line ${i}`);
    }
  });
  await Promise.all(writers);

  let all = '';
  for (const name of await fs.readdir(dir)) all += await fs.readFile(path.join(dir, name), 'utf8');
  for (let w = 0; w < 4; w++) {
    for (let i = 0; i < 5; i++) assert.ok(all.includes(`writer ${w} line ${i}\n`));
  }
  assert.ok(log.number > 2);
  await fs.rm(dir, { recursive: true });
})();
