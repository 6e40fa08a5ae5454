'use strict';
// Sessions as files. Each visit moves the date of expiry; logout removes the session.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sess-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const fileOf = (id) => path.join(dir, id + '.json');

async function touch(id) {
  const session = JSON.parse(await fs.promises.readFile(fileOf(id), 'utf8'));
  session.expires = Date.now() + 60000;
  await fs.promises.writeFile(fileOf(id), JSON.stringify(session));
}

async function handle(req, res) {
  const id = req.headers['x-session'];
  if (req.url === '/visit') {
    touch(id).catch((err) => { if (err.code !== 'ENOENT') throw err; });
    return res.end('page');
  }
  if (req.url === '/logout') {
    await fs.promises.unlink(fileOf(id));
    return res.end('bye');
  }
  fs.access(fileOf(id), (err) => { res.end(err ? 'anonymous' : 'known'); });
}

const server = http.createServer(handle);
function get(url) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: server.address().port, path: url, agent: false, headers: { 'x-session': 's1' } }, (res) => {
      let body = '';
      res.on('data', (d) => { body += d; }).on('end', () => resolve(body));
    }).on('error', reject);
  });
}

fs.writeFileSync(fileOf('s1'), JSON.stringify({ user: 'ann', expires: 0 }));
server.listen(0, '127.0.0.1', async () => {
  assert.strictEqual(await get('/visit'), 'page');
  // the page has a form whose token costs the client some work
  await new Promise((resolve) => crypto.scrypt('token', 'salt', 32, resolve));
  assert.strictEqual(await get('/logout'), 'bye');
  await new Promise((resolve) => crypto.scrypt('token2', 'salt', 32, resolve));
  assert.strictEqual(await get('/me'), 'anonymous');
  server.close();
});
