// Downloads a file from a mirror; if that takes too long, the local copy is used.
const http = require('http');
const fs = require('fs/promises');
const assert = require('assert');

const mirror = http.createServer(async (req, res) => {
  res.on('error', () => {}); // the client may be gone
  const data = await fs.readFile(__filename);
  setTimeout(() => res.end(data), 20);
});

function fromMirror(port, signal) {
  return new Promise((resolve, reject) => {
    const req = http.get({ port, path: '/file', agent: false, signal }, (res) => {
      const chunks = [];
      res.on('data', (c) => chunks.push(c));
      res.on('end', () => resolve(Buffer.concat(chunks)));
      res.on('error', reject);
    });
    req.on('error', reject);
  });
}

async function download(port, limit) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), limit);
  try {
    return { source: 'mirror', data: await fromMirror(port, controller.signal) };
  } catch (err) {
    if (!controller.signal.aborted) throw err;
    return { source: 'local', data: await fs.readFile(__filename) };
  } finally {
    clearTimeout(timer);
  }
}

mirror.listen(0, '127.0.0.1', async () => {
  const { port } = mirror.address();
  const counts = { mirror: 0, local: 0 };
  const results = await Promise.all([10, 25, 200].map((limit) => download(port, limit)));
  const { size } = await fs.stat(__filename);
  for (const { source, data } of results) {
    counts[source]++;
    assert.strictEqual(data.length, size);
  }
  assert.strictEqual(counts.mirror + counts.local, 3);
  mirror.close();
});
