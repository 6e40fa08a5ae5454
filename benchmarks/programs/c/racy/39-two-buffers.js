'use strict';
// A backup copies a file block by block with two buffers in turn, and sums each block while it is being written.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { promisify } = require('util');
const assert = require('assert');

const pbkdf2 = promisify(crypto.pbkdf2);
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c39-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const BLOCK = 64;
const original = path.join(dir, 'disk.img');
const copy = path.join(dir, 'disk.bak');
fs.writeFileSync(original, Buffer.concat([1, 2, 3, 4, 5].map((n) => Buffer.alloc(BLOCK, String(n)))));

async function backup(from, to) {
  const input = await fs.promises.open(from);
  const output = await fs.promises.open(to, 'w');
  const buffers = [Buffer.alloc(BLOCK), Buffer.alloc(BLOCK)];
  const writes = [];
  const sums = [];
  for (let position = 0; ; position += BLOCK) {
    const buffer = buffers[(position / BLOCK) % 2];
    const { bytesRead } = await input.read(buffer, 0, BLOCK, position);
    if (bytesRead === 0) break;
    writes.push(output.write(buffer, 0, bytesRead, position));
    sums.push(await pbkdf2(buffer, 'block', 90000, 8, 'sha256'));
  }
  await Promise.all(writes);
  await input.close();
  await output.close();
  return sums.length;
}

backup(original, copy).then((blocks) => {
  assert.strictEqual(blocks, 5);
  assert.ok(fs.readFileSync(copy).equals(fs.readFileSync(original)), 'the copy is the same');
});
