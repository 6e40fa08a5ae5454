// Sessions live in files. Every page notes when the session was last seen, without making the visitor wait for it.
const http = require('http');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sessions-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const fileOf = (id) => path.join(dir, id + '.json');

async function touch(id) {
  const session = JSON.parse(await fs.promises.readFile(fileOf(id), 'utf8'));
  session.lastSeen = Date.now();
  await fs.promises.writeFile(fileOf(id), JSON.stringify(session));
}

const server = http.createServer(async (req, res) => {
  const [, action, id] = req.url.split('/');
  if (action === 'login') {
    await fs.promises.writeFile(fileOf(id), JSON.stringify({ user: 'anna' }));
  } else if (action === 'logout') {
    await fs.promises.unlink(fileOf(id));
  } else {
    if (!fs.existsSync(fileOf(id))) res.statusCode = 401;
    else touch(id).catch((e) => console.error(e.message));
  }
  res.end();
});

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
server.listen(0, '127.0.0.1', async () => {
  const get = async (p) => (await fetch(`http://127.0.0.1:${server.address().port}/${p}`)).status;
  await get('login/17');
  assert.strictEqual(await get('page/17'), 200);
  await sleep(40);
  await get('logout/17');
  await sleep(150);
  assert.strictEqual(await get('page/17'), 401, 'still logged in after logout');
  server.close();
  server.closeAllConnections();
});
