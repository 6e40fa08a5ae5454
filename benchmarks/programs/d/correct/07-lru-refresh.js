'use strict';
// LRU cache in front of a price server. Old entries are served and refreshed behind; updates win.
const assert = require('assert');
const net = require('net');

const prices = new Map([['tea', '3']]);
let questions = 0;
const origin = net.createServer((socket) => {
  socket.on('data', (key) => { questions++; socket.end(prices.get(String(key))); });
});

function fetchPrice(key) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(origin.address().port, '127.0.0.1', () => socket.write(key));
    let text = '';
    socket.on('data', (d) => { text += d; });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

class Cache {
  constructor() { this.map = new Map(); this.refreshing = new Set(); }

  put(key, value) {
    const old = this.map.get(key);
    this.map.set(key, { value, version: old ? old.version + 1 : 1, stale: false });
  }

  async get(key) {
    const hit = this.map.get(key);
    if (!hit) return this.refresh(key, 0);
    if (hit.stale) {
      hit.stale = false;
      this.refreshing.add(this.refresh(key, hit.version));
    }
    return hit.value;
  }

  async refresh(key, version) {
    const value = await fetchPrice(key);
    const now = this.map.get(key);
    if ((now ? now.version : 0) === version) this.put(key, value);
    return this.map.get(key).value;
  }

  expire(key) { this.map.get(key).stale = true; }

  async close() { await Promise.all(this.refreshing); }
}

origin.listen(0, '127.0.0.1', async () => {
  const cache = new Cache();
  assert.deepStrictEqual(await Promise.all([cache.get('tea'), cache.get('tea')]), ['3', '3']);
  cache.expire('tea');
  assert.strictEqual(await cache.get('tea'), '3');
  cache.put('tea', '4');
  assert.strictEqual(await cache.get('tea'), '4');
  await cache.close();
  assert.strictEqual(await cache.get('tea'), '4');
  assert.strictEqual(questions, 3);
  origin.close();
});
