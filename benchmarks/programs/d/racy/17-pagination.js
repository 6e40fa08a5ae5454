'use strict';
// Exports all orders page by page while the shop imports new ones.
const assert = require('assert');
const http = require('http');
const zlib = require('zlib');

const orders = Array.from({ length: 6 }, (_, i) => ({ id: 6 - i }));   // newest first

const server = http.createServer((req, res) => {
  const url = new URL(req.url, 'http://shop');
  if (req.method === 'POST') {
    const gunzip = req.pipe(zlib.createGunzip());
    let text = '';
    gunzip.setEncoding('utf8').on('data', (d) => { text += d; });
    gunzip.on('end', () => {
      for (const order of JSON.parse(text)) orders.unshift({ id: order.id });
      res.end('imported');
    });
    return;
  }
  const page = Number(url.searchParams.get('page'));
  const items = orders.slice(page * 3, page * 3 + 3);
  res.end(JSON.stringify({ items, more: orders.length > page * 3 + 3 }));
});

function call(method, path, body) {
  return new Promise((resolve, reject) => {
    const req = http.request({ host: '127.0.0.1', port: server.address().port, method, path, agent: false }, (res) => {
      let text = '';
      res.on('data', (d) => { text += d; }).on('end', () => resolve(text));
    });
    req.on('error', reject);
    req.end(body);
  });
}

async function exportAll() {
  const ids = [];
  for (let page = 0; ; page++) {
    const { items, more } = JSON.parse(await call('GET', `/orders?page=${page}`));
    ids.push(...items.map((o) => o.id));
    if (!more) return ids;
  }
}

async function importNew() {
  const list = Array.from({ length: 3 }, (_, i) => ({ id: 7 + i, note: 'n'.repeat(8e6) }));
  const packed = await new Promise((resolve, reject) => {
    zlib.gzip(JSON.stringify(list), { level: 1 }, (err, out) => (err ? reject(err) : resolve(out)));
  });
  return call('POST', '/orders', packed);
}

server.listen(0, '127.0.0.1', async () => {
  const [ids] = await Promise.all([exportAll(), importNew()]);
  server.close();
  assert.strictEqual(new Set(ids).size, ids.length, 'an order twice: ' + ids);
});
