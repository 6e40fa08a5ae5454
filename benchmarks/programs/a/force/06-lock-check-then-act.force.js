require('./_f.cjs');
// A simple lock made of a file, so that only one of several jobs changes the counter at a time.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'writeFile', { nth: 1, before: 60 });

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const lockFile = path.join(dir, 'counter.lock');
const counter = path.join(dir, 'counter');
fs.writeFileSync(counter, '0');

function lock(owner, cb) {
  fs.access(lockFile, (missing) => {
    if (!missing) return setTimeout(lock, 20, owner, cb);
    fs.writeFile(lockFile, owner, (err) => {
      if (err) return cb(err);
      cb(null, (done) => fs.unlink(lockFile, done));
    });
  });
}

function increment(owner, cb) {
  lock(owner, (err, unlock) => {
    if (err) throw err;
    fs.readFile(counter, 'utf8', (err, text) => {
      if (err) throw err;
      // recalculating takes a while
      setTimeout(() => {
        fs.writeFile(counter, String(Number(text) + 1), (err) => {
          if (err) throw err;
          unlock(cb);
        });
      }, 60);
    });
  });
}

let left = 2;
const done = (err) => {
  if (err) throw err;
  if (--left === 0) assert.strictEqual(fs.readFileSync(counter, 'utf8'), '2');
};
increment('a', done);
setTimeout(increment, 30, 'b', done);
