'use strict';
// A recorder writes samples to a file and makes a checkpoint (fsync) now and then.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c08-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Recorder {
  constructor(file) {
    this.out = fs.createWriteStream(file);
    this.samples = 0;
    this.checkpoints = 0;
    this.timer = setInterval(() => this.checkpoint(), 180);
  }

  sample(value) {
    this.samples++;
    this.out.write(`${this.samples} ${value}\n`);
  }

  checkpoint() {
    fs.fsync(this.out.fd, (err) => {
      if (err) throw err;
      this.checkpoints++;
      if (this.checkpoints === 2) this.stop();
    });
  }

  stop() {
    clearInterval(this.timer);
    this.out.end(() => {
      assert.strictEqual(fs.readFileSync(this.out.path, 'utf8').split('\n').length, this.samples + 1);
    });
  }
}

const recorder = new Recorder(path.join(dir, 'samples.log'));
for (const value of [3.1, 3.3, 2.9]) recorder.sample(value);
