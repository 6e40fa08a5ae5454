// Jobs are files in a folder; consumers in several processes claim them by renaming, which only one can do.
const { fork } = require('child_process');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

async function consume(dir, me) {
  const done = [];
  for (;;) {
    const jobs = (await fs.readdir(dir)).filter((n) => n.endsWith('.job'));
    if (!jobs.length) return done;
    for (const name of jobs) {
      const mine = path.join(dir, name.replace('.job', '.' + me));
      try {
        await fs.rename(path.join(dir, name), mine);
      } catch (err) {
        if (err.code !== 'ENOENT') throw err;
        continue;
      }
      done.push(await fs.readFile(mine, 'utf8'));
      await fs.unlink(mine);
    }
  }
}

async function main() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'jobs-c-'));
  for (let i = 0; i < 20; i++) await fs.writeFile(path.join(dir, `${i}.job`), `job ${i}`);
  const helper = new Promise((resolve, reject) => {
    const child = fork(__filename, [dir]);
    child.on('message', resolve);
    child.on('error', reject);
  });
  const lists = await Promise.all([consume(dir, 'a'), consume(dir, 'b'), helper]);
  const all = lists.flat();
  assert.strictEqual(all.length, 20);
  assert.strictEqual(new Set(all).size, 20);
  await fs.rmdir(dir);
}

if (process.argv[2]) {
  consume(process.argv[2], 'c').then((done) => process.send(done, () => process.disconnect()));
} else {
  main();
}
