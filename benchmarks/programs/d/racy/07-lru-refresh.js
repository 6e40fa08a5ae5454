'use strict';
// LRU cache in front of a price server. Old entries are served and refreshed behind.
const assert = require('assert');
const net = require('net');
const zlib = require('zlib');
const { promisify } = require('util');

const prices = new Map([['tea', '3'], ['rye', '7']]);
const origin = net.createServer((socket) => {
  socket.on('data', (key) => socket.end(prices.get(String(key))));
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
  constructor(max) { this.max = max; this.map = new Map(); }

  put(key, value) {
    this.map.delete(key);
    this.map.set(key, { value, stale: false });
    if (this.map.size > this.max) this.map.delete(this.map.keys().next().value);
  }

  async get(key) {
    const hit = this.map.get(key);
    if (!hit) { const value = await fetchPrice(key); this.put(key, value); return value; }
    if (hit.stale) {
      hit.stale = false;
      fetchPrice(key).then((value) => this.put(key, value));
    }
    return hit.value;
  }

  expire(key) { const hit = this.map.get(key); if (hit) hit.stale = true; }
}

origin.listen(0, '127.0.0.1', async () => {
  const cache = new Cache(10);
  assert.strictEqual(await cache.get('tea'), '3');
  cache.expire('tea');
  assert.strictEqual(await cache.get('tea'), '3');
  // a new price list arrives, compressed
  const list = zlib.deflateSync(JSON.stringify({ tea: '4', pad: 'x'.repeat(20e6) }));
  const update = JSON.parse(await promisify(zlib.inflate)(list));
  prices.set('tea', update.tea);
  cache.put('tea', update.tea);
  await fetchPrice('rye');
  setImmediate(() => {
    origin.close();
    origin.on('close', async () => assert.strictEqual((await cache.get('tea')), '4'));
  });
});
