require('./_f.cjs');
// A helper process leaves a summary when it is done; the parent reads it after the helper has disconnected.
const { fork } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

if (process.argv[2]) {
  /* force */ __late(fs, 'writeFile', { before: 4000 });
  process.once('message', (numbers) => {
    const sum = numbers.reduce((a, b) => a + b, 0);
    process.disconnect();
    fs.writeFile(process.argv[2], String(sum), (err) => {
      if (err) throw err;
    });
  });
} else {
  const file = path.join(os.tmpdir(), `summary-${process.pid}-${Date.now()}`);
  process.on('exit', () => fs.rmSync(file, { force: true }));
  const child = fork(__filename, [file]);
  child.send([1, 2, 3, 4]);
  child.on('disconnect', () => {
    // the report is sealed first
    crypto.scrypt('report', 'salt', 32, { N: 32768, maxmem: 1e8 }, (err) => {
      if (err) throw err;
      fs.readFile(file, 'utf8', (err, text) => {
        assert.ifError(err);
        assert.strictEqual(text, '10');
      });
    });
  });
}
