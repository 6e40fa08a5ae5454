// Runs a task again and again, with a pause after each run, until it is stopped.
const fs = require('fs/promises');
const { setTimeout: pause } = require('timers/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Scheduler {
  constructor(task, ms) {
    this.controller = new AbortController();
    this.loop = this.run(task, ms, this.controller.signal);
  }

  async run(task, ms, signal) {
    try {
      while (!signal.aborted) {
        await pause(ms, undefined, { signal });
        await task();
      }
    } catch (err) {
      if (err.name !== 'AbortError') throw err;
    }
  }

  stop() {
    this.controller.abort();
    return this.loop;
  }
}

(async () => {
  const file = path.join(os.tmpdir(), `report-c-${process.pid}-${Date.now()}`);
  const report = await fs.open(file, 'a');
  let runs = 0;
  const task = async () => {
    const stat = await fs.stat(__filename);
    await report.write(`run ${++runs}: ${stat.size}\n`);
  };
  const schedulers = [3, 5, 7].map((ms) => new Scheduler(task, ms));
  await pause(60);
  await Promise.all(schedulers.map((s) => s.stop()));
  await report.close();
  const lines = (await fs.readFile(file, 'utf8')).split('\n');
  assert.strictEqual(lines.length - 1, runs);
  await fs.unlink(file);
})();
