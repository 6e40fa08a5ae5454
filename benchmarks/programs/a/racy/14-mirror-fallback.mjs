// Reads the index from a mirror, or from the local copy if the mirror takes too long.
import http from 'node:http';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert';

const self = fileURLToPath(import.meta.url);
const mirror = http.createServer(async (req, res) => {
  res.end(await readFile(self));
});
await new Promise((r) => mirror.listen(0, '127.0.0.1', r));

const stats = { mirror: 0, local: 0 };
let index = null;

async function fromMirror() {
  const res = await fetch(`http://127.0.0.1:${mirror.address().port}/index`, { headers: { connection: 'close' } });
  index = await res.text();
  stats.mirror++;
}

async function fromLocal(limit) {
  await new Promise((r) => setTimeout(r, limit));
  if (index !== null) return;
  index = await readFile(self, 'utf8');
  stats.local++;
}

await Promise.race([fromMirror(), fromLocal(200)]);
assert.ok(index.length > 0);

// the summary is printed a little later, when the log has been closed
await new Promise((r) => setTimeout(r, 120));
mirror.close();
assert.strictEqual(stats.mirror + stats.local, 1, 'index loaded by both ways');
