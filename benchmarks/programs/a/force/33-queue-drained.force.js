require('./_f.cjs');
// A job queue that says "drain" when nothing is left; the producer reads job files one after the other.
const { EventEmitter } = require('events');
const fs = require('fs/promises');
const crypto = require('crypto');
const assert = require('assert');
/* force */ __late(fs, 'stat', { nth: 3, before: 300 });

class Queue extends EventEmitter {
  constructor(concurrency, work) {
    super();
    Object.assign(this, { concurrency, work, running: 0, jobs: [] });
  }

  push(job) {
    this.jobs.push(job);
    this.next();
  }

  next() {
    while (this.running < this.concurrency && this.jobs.length) {
      this.running++;
      this.work(this.jobs.shift(), (err) => {
        if (err) this.emit('error', err);
        this.running--;
        if (!this.running && !this.jobs.length) this.emit('drain');
        this.next();
      });
    }
  }
}

const results = [];
const queue = new Queue(1, (job, done) => {
  crypto.pbkdf2(job.name, 'salt', 40000, 16, 'sha256', (err, key) => {
    if (!err) results.push(key);
    done(err);
  });
});

queue.once('drain', () => {
  assert.strictEqual(results.length, 6, 'drained before all jobs were done');
});

(async () => {
  for (let i = 0; i < 6; i++) {
    const { size } = await fs.stat(__filename);
    queue.push({ name: `job ${i} of ${size}` });
  }
})();
