'use strict';
// Job runner: jobs are processes. The plan is stored, and then we wait for the queue to drain.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const EventEmitter = require('events');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'jobs-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Queue extends EventEmitter {
  constructor(concurrency) {
    super();
    this.concurrency = concurrency;
    this.waiting = [];
    this.running = 0;
    this.codes = [];
  }

  push(script) {
    this.waiting.push(script);
    this.next();
  }

  next() {
    while (this.running < this.concurrency && this.waiting.length) {
      this.running++;
      const child = spawn(process.execPath, ['-e', this.waiting.shift()], { stdio: 'ignore' });
      child.on('close', (code) => {
        this.running--;
        this.codes.push(code);
        if (this.waiting.length) this.next();
        else if (!this.running) this.emit('drain');
      });
    }
  }
}

const queue = new Queue(2);
const scripts = ['process.exitCode = 0', 'process.exitCode = 3'];
for (const script of scripts) queue.push(script);

fs.writeFile(path.join(dir, 'plan.json'), JSON.stringify(scripts), (err) => {
  if (err) throw err;
  const limit = setTimeout(() => { throw new Error('the queue does not drain'); }, 10000);
  queue.once('drain', () => {
    clearTimeout(limit);
    assert.deepStrictEqual(queue.codes.sort(), [0, 3]);
  });
});
