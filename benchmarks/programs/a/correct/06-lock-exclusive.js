// Several processes add to one counter; a lock file, created with O_EXCL, lets in one at a time.
const { fork } = require('child_process');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));

async function locked(file, fn) {
  let handle;
  while (!handle) {
    try {
      handle = await fs.open(file, 'wx');
    } catch (err) {
      if (err.code !== 'EEXIST') throw err;
      await sleep(5);
    }
  }
  await handle.close();
  try {
    return await fn();
  } finally {
    await fs.unlink(file);
  }
}

async function add(dir, times) {
  for (let i = 0; i < times; i++) {
    await locked(path.join(dir, 'lock'), async () => {
      const file = path.join(dir, 'counter');
      const n = Number(await fs.readFile(file, 'utf8'));
      await fs.writeFile(file, String(n + 1));
    });
  }
}

async function main() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'lock-c-'));
  await fs.writeFile(path.join(dir, 'counter'), '0');
  const children = [1, 2].map(() => new Promise((resolve) => {
    fork(__filename, ['add', dir]).on('exit', resolve);
  }));
  await Promise.all([add(dir, 4), add(dir, 4)]);
  assert.deepStrictEqual(await Promise.all(children), [0, 0]);
  assert.strictEqual(await fs.readFile(path.join(dir, 'counter'), 'utf8'), '16');
  await fs.rm(dir, { recursive: true });
}

if (process.argv[2] === 'add') add(process.argv[3], 4);
else main();
