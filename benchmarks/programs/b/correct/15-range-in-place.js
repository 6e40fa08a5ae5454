// Downloads a file in parts, several at a time; each part goes to its place.
const http = require('http');
const fs = require('fs');
const assert = require('assert');

const server = http.createServer((req, res) => {
  const [, from, to] = /(\d+)-(\d+)/.exec(req.headers.range).map(Number);
  fs.createReadStream(__filename, { start: from, end: to }).pipe(res);
});

function part(port, from, to) {
  return new Promise((resolve, reject) => {
    http.get({ port, headers: { range: `bytes=${from}-${to - 1}` }, agent: false }, (res) => {
      const chunks = [];
      res.on('data', (d) => chunks.push(d));
      res.on('end', () => resolve(Buffer.concat(chunks)));
    }).on('error', reject);
  });
}

async function download(port, size, step) {
  const copy = Buffer.alloc(size);
  let next = 0;
  const worker = async () => {
    while (next < size) {
      const from = next;
      next += step;
      const data = await part(port, from, Math.min(from + step, size));
      data.copy(copy, from);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return copy;
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const original = await fs.promises.readFile(__filename);
  const copies = await Promise.all([300, 700].map((step) => download(port, original.length, step)));
  for (const copy of copies) assert.ok(copy.equals(original));
  server.close();
});
