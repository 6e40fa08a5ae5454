require('./_f.cjs');
// A shop where each coupon can be used once; every use is noted in an audit file first.
const http = require('http');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs.promises, 'appendFile', { nth: 1, before: 120 });

const audit = path.join(os.tmpdir(), `audit-${process.pid}-${Date.now()}.log`);
process.on('exit', () => fs.rmSync(audit, { force: true }));
const coupons = new Map([['SUMMER', 1]]);

const server = http.createServer(async (req, res) => {
  const code = req.url.slice(1);
  if (!coupons.get(code)) return res.writeHead(410).end();
  await fs.promises.appendFile(audit, `${code} used\n`);
  coupons.set(code, coupons.get(code) - 1);
  res.writeHead(200).end();
});

const use = (port, code) => new Promise((resolve, reject) => {
  http.get({ port, path: '/' + code, agent: false }, (res) => {
    res.resume();
    res.on('end', () => resolve(res.statusCode));
  }).on('error', reject);
});

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const first = use(port, 'SUMMER');
  await new Promise((r) => setTimeout(r, 40)); // the second customer is a little later
  const second = use(port, 'SUMMER');
  const codes = await Promise.all([first, second]);
  server.close();
  assert.deepStrictEqual(codes.sort(), [200, 410]);
  assert.strictEqual(coupons.get('SUMMER'), 0);
});
