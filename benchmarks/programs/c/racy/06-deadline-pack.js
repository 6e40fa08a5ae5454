'use strict';
// An archiver packs a file and gives up when that takes too long.
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { promisify } = require('util');
const assert = require('assert');

const gzip = promisify(zlib.gzip);
const gunzip = promisify(zlib.gunzip);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c06-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const report = path.join(dir, 'report.csv');
fs.writeFileSync(report, 'day,sales\n' + '2026-11-28,17\n'.repeat(2000));

async function pack(file, signal) {
  const text = await fs.promises.readFile(file, { signal });
  const packed = await gzip(text);
  signal.throwIfAborted();
  await fs.promises.writeFile(file + '.gz', packed, { signal });
  signal.throwIfAborted();
  await fs.promises.unlink(file);
  return file + '.gz';
}

async function archive() {
  const target = await pack(report, AbortSignal.timeout(400));
  const text = await gunzip(await fs.promises.readFile(target));
  assert.strictEqual(text.toString().split('\n').length, 2002);
  assert.deepStrictEqual(fs.readdirSync(dir), ['report.csv.gz']);
}

archive();
