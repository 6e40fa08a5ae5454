require('./_f.cjs');
// A read-through cache over files; writers invalidate what they change.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const assert = require('assert');
/* force */ __late(fs, 'readFile', { nth: 1, after: 200 });

const cache = new Map();

async function get(file) {
  if (cache.has(file)) return cache.get(file);
  const value = await fs.readFile(file, 'utf8');
  cache.set(file, value);
  return value;
}

async function put(file, value) {
  await fs.writeFile(file, value);
  cache.delete(file);
}

const packed = zlib.gzipSync(Buffer.alloc(6e6, 'price list '));
const unpack = () => new Promise((resolve, reject) => {
  zlib.gunzip(packed, (err, data) => (err ? reject(err) : resolve(data)));
});

async function importPrices(file) {
  const list = await unpack();
  await put(file, 'imported ' + list.length);
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cache-'));
  const file = path.join(dir, 'prices');
  await fs.writeFile(file, 'old');
  await Promise.all([get(file), importPrices(file)]);
  assert.strictEqual(await get(file), 'imported 6000000');
  await fs.rm(dir, { recursive: true });
})();
