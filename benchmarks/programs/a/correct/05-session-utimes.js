// Sessions live in files; when a session was last seen is kept as the time of its file.
const http = require('http');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'sessions-c-'));
  const fileOf = (id) => path.join(dir, id + '.json');
  const touches = [];

  async function touch(id) {
    const now = new Date();
    try {
      await fs.utimes(fileOf(id), now, now);
    } catch (err) {
      if (err.code !== 'ENOENT') throw err; // logged out meanwhile
    }
  }

  const server = http.createServer(async (req, res) => {
    const [, action, id] = req.url.split('/');
    if (action === 'login') {
      await fs.writeFile(fileOf(id), JSON.stringify({ user: 'anna' }));
    } else if (action === 'logout') {
      await fs.rm(fileOf(id), { force: true });
    } else {
      const known = await fs.access(fileOf(id)).then(() => true, () => false);
      if (known) touches.push(touch(id));
      res.statusCode = known ? 200 : 401;
    }
    res.end();
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));

  const get = (p) => new Promise((resolve, reject) => {
    http.get({ port: server.address().port, path: '/' + p, agent: false }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode));
    }).on('error', reject);
  });

  await Promise.all([get('login/1'), get('login/2')]);
  assert.deepStrictEqual(await Promise.all([get('page/1'), get('page/2'), get('page/3')]), [200, 200, 401]);
  await get('logout/1');
  assert.deepStrictEqual(await Promise.all([get('page/1'), get('page/2')]), [401, 200]);
  await Promise.all(touches);
  assert.strictEqual(await get('page/1'), 401);
  server.close();
  await fs.rm(dir, { recursive: true });
})();
