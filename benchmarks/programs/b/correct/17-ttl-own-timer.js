// Remembers results for a while; what has gone is computed again.
const fs = require('fs/promises');
const assert = require('assert');

class Memo {
  constructor(ttl, compute) {
    Object.assign(this, { ttl, compute, map: new Map(), computed: 0 });
  }

  set(key, value) {
    this.drop(key);
    const timer = setTimeout(() => this.drop(key), this.ttl);
    timer.unref();
    this.map.set(key, { value, timer });
  }

  drop(key) {
    clearTimeout(this.map.get(key)?.timer);
    this.map.delete(key);
  }

  async get(key) {
    if (this.map.has(key)) return this.map.get(key).value;
    const value = await this.compute(key);
    this.computed++;
    this.set(key, value);
    return value;
  }
}

(async () => {
  const sizes = new Memo(20, async (file) => (await fs.stat(file)).size);
  const { size } = await fs.stat(__filename);
  const users = [0, 5, 19, 20, 21, 40].map(async (pause) => {
    for (let i = 0; i < 4; i++) {
      assert.strictEqual(await sizes.get(__filename), size);
      await new Promise((r) => setTimeout(r, pause));
      if (i === 2) sizes.set(__filename, (await fs.readFile(__filename)).length);
    }
  });
  await Promise.all(users);
  assert.ok(sizes.computed >= 1);
})();
