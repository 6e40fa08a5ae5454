'use strict';
// Makes a compressed backup and lets another process verify it.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { fork } = require('child_process');

if (process.argv[2] === 'verify') {
  let lines = 0;
  const input = fs.createReadStream(process.argv[3]).pipe(zlib.createGunzip());
  input.on('data', (d) => { for (const byte of d) if (byte === 10) lines++; });
  input.on('error', (err) => { console.error(err.message); process.exit(1); });
  input.on('end', () => { process.send({ lines }); process.disconnect(); });
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const source = path.join(dir, 'data.csv');
  const backup = path.join(dir, 'data.csv.gz');
  fs.writeFileSync(source, Array.from({ length: 3000 }, (_, i) => `${i},${(i * 7919) % 1000}\n`).join(''));

  const gzip = zlib.createGzip();
  fs.createReadStream(source).pipe(gzip).pipe(fs.createWriteStream(backup));
  gzip.on('end', () => {
    const child = fork(__filename, ['verify', backup]);
    let report = null;
    child.on('message', (m) => { report = m; });
    child.on('close', (code) => {
      assert.strictEqual(code, 0, 'the backup is broken');
      assert.deepStrictEqual(report, { lines: 3000 });
    });
  });
}
