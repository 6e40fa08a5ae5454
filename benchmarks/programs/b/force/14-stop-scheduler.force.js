require('./_f.cjs');
// Runs a task again and again, with a pause after each run; every run adds a line to a report.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Scheduler {
  constructor(task, pause) {
    Object.assign(this, { task, pause, timer: null });
  }

  start() {
    this.timer = setTimeout(async () => {
      await this.task();
      this.start();
    }, this.pause);
  }

  stop() {
    clearTimeout(this.timer);
  }
}

(async () => {
  const file = path.join(os.tmpdir(), `report14-${process.pid}-${Date.now()}`);
  const report = await fs.open(file, 'a');
  let runs = 0;
  const scheduler = new Scheduler(async () => {
    const stat = await fs.stat(__filename);
    /* force */ if (runs === 1) await __sleep(200);
    await report.write(`run ${++runs}: ${stat.size}\n`);
  }, 100);
  scheduler.start();
  await new Promise((r) => setTimeout(r, 260));
  scheduler.stop();
  await new Promise((r) => setTimeout(r, 40));
  await report.close();
  const lines = (await fs.readFile(file, 'utf8')).trim().split('\n');
  assert.strictEqual(lines.length, runs);
  await fs.unlink(file);
})();
