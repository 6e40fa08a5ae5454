require('./_f.cjs');
// Jobs are files in a folder; consumers (one here, one in a child process) claim them by renaming.
const { fork } = require('child_process');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

async function consume(dir, me) {
  let done = 0;
  for (;;) {
    const jobs = (await fs.readdir(dir)).filter((n) => n.endsWith('.job'));
    if (!jobs.length) return done;
    const job = path.join(dir, jobs[0]);
    /* force */ if (me === 'parent' && done === 2) await __sleep(4000);
    const mine = job.replace('.job', '.' + me);
    await fs.rename(job, mine);
    await fs.unlink(mine);
    done++;
  }
}

async function main() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'jobs-'));
  for (let i = 0; i < 6; i++) await fs.writeFile(path.join(dir, `${i}.job`), '');
  // the helper takes what is left when it has started
  const child = fork(__filename, [dir]);
  const helper = new Promise((resolve) => child.on('message', resolve));
  const own = await consume(dir, 'parent');
  assert.strictEqual(own + (await helper), 6);
  await fs.rm(dir, { recursive: true });
}

if (process.argv[2]) consume(process.argv[2], 'child').then((n) => process.send(n));
else main().catch((err) => { throw err; });
