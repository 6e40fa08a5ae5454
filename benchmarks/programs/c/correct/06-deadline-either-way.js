'use strict';
// An archiver packs a file and gives up when that takes too long. Either way there is the one file or the other.
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { promisify } = require('util');
const assert = require('assert');

const gzip = promisify(zlib.gzip);
const { readFile, rename, rm, unlink, writeFile } = fs.promises;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc06-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const report = path.join(dir, 'report.csv');
fs.writeFileSync(report, 'day,sales\n' + '2026-11-28,17\n'.repeat(2000));

async function pack(file, signal) {
  const temporary = `${file}.gz.tmp`;
  try {
    const packed = await gzip(await readFile(file, { signal }));
    signal.throwIfAborted();
    await writeFile(temporary, packed);
    signal.throwIfAborted();
  } catch (err) {
    if (!signal.aborted) throw err;
    await rm(temporary, { force: true });
    return 'gave up';
  }
  await rename(temporary, `${file}.gz`); // from here on there is no way back
  await unlink(file);
  return 'packed';
}

async function main() {
  const outcome = await pack(report, AbortSignal.timeout(100));
  const expected = { 'packed': ['report.csv.gz'], 'gave up': ['report.csv'] };
  assert.deepStrictEqual(fs.readdirSync(dir), expected[outcome]);
}

main();
