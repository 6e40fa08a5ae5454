// An API server that checks orders against limits from a file.
const http = require('http');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

async function start(file) {
  const limits = JSON.parse(await fs.readFile(file, 'utf8'));
  const server = http.createServer((req, res) => {
    const items = Number(new URL(req.url, 'http://x').searchParams.get('items'));
    res.statusCode = items <= limits.maxItems ? 200 : 422;
    res.end();
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

const order = (port, items) => new Promise((resolve, reject) => {
  http.get({ port, path: '/order?items=' + items, agent: false }, (res) => {
    res.resume();
    res.on('end', () => resolve(res.statusCode));
  }).on('error', reject);
});

(async () => {
  const file = path.join(os.tmpdir(), `limits-c-${process.pid}-${Date.now()}.json`);
  await fs.writeFile(file, JSON.stringify({ maxItems: 10 }));
  const server = await start(file);
  const { port } = server.address();
  const codes = await Promise.all([3, 11, 10].map((items) => order(port, items)));
  assert.deepStrictEqual(codes, [200, 422, 200]);
  server.close();
  await fs.unlink(file);
})();
