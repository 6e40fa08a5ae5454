require('./_f.cjs');
// A wiki: a page can be written only by who knows its current version.
const http = require('http');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'writeFile', { nth: 2, before: 350 });

const file = path.join(os.tmpdir(), `wiki-${process.pid}-${Date.now()}.json`);

const server = http.createServer(async (req, res) => {
  let text = '';
  for await (const data of req) text += data;
  const page = JSON.parse(await fs.readFile(file, 'utf8'));
  if (req.headers['if-match'] !== String(page.version)) return res.writeHead(412).end();
  await fs.writeFile(file + '.new', JSON.stringify({ version: page.version + 1, text }));
  await fs.rename(file + '.new', file);
  res.writeHead(204).end();
});

const put = (version, text) => new Promise((resolve, reject) => {
  const options = { port: server.address().port, method: 'PUT', headers: { 'if-match': version }, agent: false };
  http.request(options, (res) => {
    res.resume();
    resolve(res.statusCode);
  }).on('error', reject).end(text);
});

(async () => {
  await fs.writeFile(file, JSON.stringify({ version: 1, text: '' }));
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  const anna = put(1, 'by Anna');
  await new Promise((r) => setTimeout(r, 150));
  const ben = put(1, 'by Ben');
  const codes = await Promise.all([anna, ben]);
  server.close();
  await fs.unlink(file);
  assert.deepStrictEqual(codes.sort(), [204, 412], 'both were told that their text was saved');
})();
