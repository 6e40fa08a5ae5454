'use strict';
// A lock file that holds the pid of its owner. It appears with its content, by a link.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');

async function acquire(lock) {
  const mine = `${lock}.${process.pid}`;
  await fs.promises.writeFile(mine, String(process.pid));
  for (;;) {
    try {
      await fs.promises.link(mine, lock);
      break;
    } catch (err) {
      if (err.code !== 'EEXIST') throw err;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  await fs.promises.unlink(mine);
  assert.strictEqual(await fs.promises.readFile(lock, 'utf8'), String(process.pid));
}

async function job(dir) {
  const lock = path.join(dir, 'lock');
  await acquire(lock);
  const counter = path.join(dir, 'counter');
  const n = Number(await fs.promises.readFile(counter, 'utf8'));
  await fs.promises.writeFile(counter, String(n + 1));
  await fs.promises.unlink(lock);
  process.disconnect();
}

if (process.argv[2]) {
  job(process.argv[2]);
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  fs.writeFileSync(path.join(dir, 'counter'), '0');
  let running = 3;
  for (let i = running; i > 0; i--) {
    fork(__filename, [dir]).on('exit', (code) => {
      assert.strictEqual(code, 0, 'a job failed');
      if (--running === 0) assert.strictEqual(fs.readFileSync(path.join(dir, 'counter'), 'utf8'), '3');
    });
  }
}
