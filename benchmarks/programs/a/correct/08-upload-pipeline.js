// Stores uploads and answers with size and checksum of what is in the file.
const http = require('http');
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { pipeline } = require('stream/promises');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'upload-c-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

async function checksum(file) {
  const hash = crypto.createHash('sha256');
  await pipeline(fs.createReadStream(file), hash);
  return hash.digest('hex');
}

const server = http.createServer(async (req, res) => {
  const file = path.join(dir, path.basename(req.url));
  await pipeline(req, fs.createWriteStream(file));
  const [stat, sum] = await Promise.all([fs.promises.stat(file), checksum(file)]);
  res.end(JSON.stringify({ size: stat.size, sum }));
});

function upload(port, name, blocks) {
  return new Promise((resolve, reject) => {
    const req = http.request({ port, path: '/' + name, method: 'POST', agent: false }, (res) => {
      let body = '';
      res.on('data', (c) => (body += c));
      res.on('end', () => resolve(JSON.parse(body)));
    });
    req.on('error', reject);
    const next = () => {
      if (!blocks.length) return req.end();
      req.write(blocks.shift());
      setTimeout(next, 10);
    };
    next();
  });
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const data = crypto.randomBytes(30000);
  const parts = () => [data.subarray(0, 7), data.subarray(7, 20000), data.subarray(20000)];
  const expected = crypto.createHash('sha256').update(data).digest('hex');
  const answers = await Promise.all(['a', 'b', 'c'].map((n) => upload(port, n, parts())));
  for (const answer of answers) assert.deepStrictEqual(answer, { size: 30000, sum: expected });
  server.close();
});
