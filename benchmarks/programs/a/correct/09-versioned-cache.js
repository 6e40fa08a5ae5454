// A read-through cache over files. A version counter tells a slow load that its value is out of date.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const { promisify } = require('util');
const assert = require('assert');

const gzip = promisify(zlib.gzip);
const cache = new Map();
let version = 0;

async function get(file) {
  if (cache.has(file)) return cache.get(file);
  const before = version;
  const value = await fs.readFile(file, 'utf8');
  if (version === before) cache.set(file, value);
  return value;
}

let temporary = 0;
async function put(file, value) {
  const tmp = `${file}.${++temporary}`;
  await fs.writeFile(tmp, value);
  await fs.rename(tmp, file);
  version++;
  cache.delete(file);
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cache-c-'));
  const file = path.join(dir, 'prices');
  await fs.writeFile(file, 'v0');
  for (let round = 1; round <= 5; round++) {
    const update = gzip(Buffer.alloc(3e5, 'x')).then(() => put(file, 'v' + round));
    const early = get(file);
    const late = fs.stat(file).then(() => get(file));
    const seen = await Promise.all([early, late]);
    for (const v of seen) assert.ok(v === 'v' + round || v === 'v' + (round - 1), v);
    await update;
    assert.strictEqual(await get(file), 'v' + round);
  }
  await fs.rm(dir, { recursive: true });
})();
