require('./_f.cjs');
// Keeps the most recently used files open; the oldest is closed when there are too many.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class HandleCache {
  constructor(max) {
    this.max = max;
    this.handles = new Map();
  }

  async get(file) {
    let handle = this.handles.get(file);
    if (handle) {
      this.handles.delete(file); // moves to the end
    } else {
      handle = await fs.open(file, 'r');
    }
    this.handles.set(file, handle);
    if (this.handles.size > this.max) {
      const [oldest, old] = this.handles.entries().next().value;
      this.handles.delete(oldest);
      await old.close();
    }
    return handle;
  }

  async closeAll() {
    for (const handle of this.handles.values()) await handle.close();
  }
}

const cache = new HandleCache(2);

async function readAll(file) {
  const handle = await cache.get(file);
  const buffer = Buffer.alloc(4);
  let text = '';
  for (let position = 0; ; ) {
    /* force */ if (position === 8 && file.endsWith('a')) await __sleep(220);
    const { bytesRead } = await handle.read(buffer, 0, 4, position);
    if (!bytesRead) return text;
    position += bytesRead;
    text += buffer.toString('latin1', 0, bytesRead);
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'handles-'));
  const files = ['a', 'b', 'c'].map((n) => path.join(dir, n));
  for (const file of files) await fs.writeFile(file, file.slice(-1).repeat(18));
  const visits = files.map(async (file, i) => {
    await new Promise((r) => setTimeout(r, i * 70));
    return readAll(file);
  });
  const texts = await Promise.all(visits);
  assert.deepStrictEqual(texts, ['a'.repeat(18), 'b'.repeat(18), 'c'.repeat(18)]);
  await cache.closeAll();
  await fs.rm(dir, { recursive: true });
})();
