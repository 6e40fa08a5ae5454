'use strict';
// A recorder writes samples to a file. A checkpoint follows the write before it, so the file is open by then.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc07-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Recorder {
  constructor(file) {
    this.out = fs.createWriteStream(file);
    this.samples = 0;
    this.safe = 0;
  }

  sample(value, done) {
    const number = ++this.samples;
    this.out.write(`${number} ${value}\n`, (err) => {
      if (err) return done(err);
      fs.fsync(this.out.fd, (err) => {
        if (err) return done(err);
        this.safe = Math.max(this.safe, number);
        done(null);
      });
    });
  }

  stop(done) {
    this.out.end(done);
  }
}

const recorder = new Recorder(path.join(dir, 'samples.log'));
const values = [3.1, 3.3, 2.9];
let left = values.length;
values.forEach((value, index) => setTimeout(() => {
  recorder.sample(value, (err) => {
    assert.ifError(err);
    if (--left > 0) return;
    assert.strictEqual(recorder.safe, 3);
    recorder.stop(() => {
      assert.strictEqual(fs.readFileSync(recorder.out.path, 'utf8'), '1 3.1\n2 3.3\n3 2.9\n');
    });
  });
}, index * 30));
