// A shop where each coupon can be used a limited number of times; uses are noted in an audit file.
const http = require('http');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const audit = path.join(os.tmpdir(), `audit-c-${process.pid}-${Date.now()}.log`);
process.on('exit', () => fs.rmSync(audit, { force: true }));
const coupons = new Map([['SUMMER', 2]]);

const server = http.createServer(async (req, res) => {
  const code = req.url.slice(1);
  const left = coupons.get(code);
  if (!left) return res.writeHead(410).end();
  coupons.set(code, left - 1);
  try {
    await fs.promises.appendFile(audit, `${code} used\n`);
    res.writeHead(200).end();
  } catch {
    coupons.set(code, coupons.get(code) + 1);
    res.writeHead(503).end();
  }
});

const use = (port, code) => new Promise((resolve, reject) => {
  http.get({ port, path: '/' + code, agent: false }, (res) => {
    res.resume();
    res.on('end', () => resolve(res.statusCode));
  }).on('error', reject);
});

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const codes = await Promise.all([1, 2, 3, 4, 5].map(() => use(port, 'SUMMER')));
  assert.deepStrictEqual(codes.sort(), [200, 200, 410, 410, 410]);
  assert.strictEqual(coupons.get('SUMMER'), 0);
  assert.strictEqual(await fs.promises.readFile(audit, 'utf8'), 'SUMMER used\n'.repeat(2));
  server.close();
});
