// Keeps recently used files open. Users lease a handle; an evicted handle is closed by the last of them.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class HandleCache {
  constructor(max) {
    this.max = max;
    this.entries = new Map();
    this.closed = 0;
  }

  async use(file, fn) {
    let entry = this.entries.get(file);
    if (!entry) entry = { users: 0, evicted: false, opening: fs.open(file, 'r') };
    this.entries.delete(file);
    this.entries.set(file, entry);
    entry.users++;
    while (this.entries.size > this.max) {
      const [name, oldest] = this.entries.entries().next().value;
      this.entries.delete(name);
      oldest.evicted = true;
      if (!oldest.users) await this.close(oldest);
    }
    try {
      return await fn(await entry.opening);
    } finally {
      if (--entry.users === 0 && entry.evicted) await this.close(entry);
    }
  }

  async close(entry) {
    this.closed++;
    await (await entry.opening).close();
  }
}

async function readAll(handle) {
  const buffer = Buffer.alloc(4);
  let text = '';
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, 4, text.length);
    if (!bytesRead) return text;
    text += buffer.toString('latin1', 0, bytesRead);
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'handles-c-'));
  const names = ['a', 'b', 'c', 'd'];
  for (const n of names) await fs.writeFile(path.join(dir, n), n.repeat(10));
  const cache = new HandleCache(2);
  const visits = [...names, ...names, ...names].map(async (n, i) => {
    await new Promise((r) => setTimeout(r, i));
    assert.strictEqual(await cache.use(path.join(dir, n), readAll), n.repeat(10));
  });
  await Promise.all(visits);
  for (const entry of cache.entries.values()) await cache.close(entry);
  assert.ok(cache.closed >= 4);
  await fs.rm(dir, { recursive: true });
})();
