// Reads the first bytes of a file; everything is cleaned up in the end, whatever happened.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

function sniff(file, callback) {
  fs.open(file, 'r', (err, fd) => {
    if (err) return callback(err);
    const buffer = Buffer.alloc(16);
    const cleanUp = (done) => fs.close(fd, () => done()); // an error does not matter here
    fs.read(fd, buffer, 0, 16, 0, (err, n) => {
      if (err) return cleanUp(() => callback(err));
      cleanUp(() => {
        const kind = buffer.toString('latin1', 0, n).startsWith('//') ? 'script' : 'other';
        cleanUp(() => callback(null, kind))
        ;
      });
    });
  });
}

function report(file, lines, callback) {
  fs.open(file, 'w', (err, fd) => {
    if (err) return callback(err);
    let i = 0;
    const next = (err) => {
      if (err) return callback(err);
      if (i === lines.length) return fs.close(fd, callback);
      fs.write(fd, lines[i++] + '\n', (err) => (err ? callback(err) : setTimeout(next, 5)));
    };
    next();
  });
}

const file = path.join(os.tmpdir(), `report-${process.pid}-${Date.now()}.txt`);
process.on('exit', () => fs.rmSync(file, { force: true }));

sniff(__filename, (err, kind) => {
  assert.ifError(err);
  assert.strictEqual(kind, 'script');
});

setTimeout(() => {
  report(file, ['a', 'b', 'c', 'd', 'e', 'f'], (err) => {
    assert.ifError(err);
    assert.strictEqual(fs.readFileSync(file, 'utf8').split('\n').length, 7);
  });
}, 30);
