'use strict';
// A lock file that holds the pid of its owner; locks of dead processes are broken.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');

function alive(pid) {
  try { process.kill(pid, 0); return true; } catch { return false; }
}

async function acquire(lock) {
  for (;;) {
    try {
      const fh = await fs.promises.open(lock, 'wx');
      await fh.writeFile(String(process.pid));
      await fh.close();
      return;
    } catch (err) {
      if (err.code !== 'EEXIST') throw err;
    }
    const owner = Number(await fs.promises.readFile(lock, 'utf8').catch(() => process.ppid));
    if (!owner || !alive(owner)) await fs.promises.rm(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function job(dir) {
  const lock = path.join(dir, 'lock');
  process.send('started');
  await acquire(lock);
  const busy = path.join(dir, 'busy');
  await fs.promises.writeFile(busy, String(process.pid), { flag: 'wx' });
  await new Promise((resolve) => setTimeout(resolve, 60));
  await fs.promises.unlink(busy);
  await fs.promises.unlink(lock);
  process.disconnect();
}

if (process.argv[2]) {
  job(process.argv[2]);
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const check = (code) => { assert.strictEqual(code, 0, 'a job failed'); };
  const first = fork(__filename, [dir]);
  first.on('exit', check);
  first.once('message', () => fork(__filename, [dir]).on('exit', check));
}
