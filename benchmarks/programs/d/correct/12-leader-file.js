'use strict';
// Cluster: the worker that creates the leader file runs the scheduler. Only one can.
const assert = require('assert');
const cluster = require('cluster');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

if (cluster.isPrimary) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'leader-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const roles = new Map();
  let exits = 0;

  cluster.on('message', (worker, { role }) => {
    roles.set(worker.id, role);
    if (roles.size < 3) return;
    for (const id in cluster.workers) cluster.workers[id].disconnect();
  });
  cluster.on('exit', (worker, code) => {
    assert.strictEqual(code, 0);
    if (++exits < 3) return;
    assert.deepStrictEqual([...roles.values()].sort(), ['follower', 'follower', 'leader']);
    const leader = [...roles.keys()].find((id) => roles.get(id) === 'leader');
    assert.strictEqual(fs.readFileSync(path.join(dir, 'leader'), 'utf8'), String(leader));
  });
  for (let i = 0; i < 3; i++) cluster.fork({ STATE_DIR: dir });
} else {
  const file = path.join(process.env.STATE_DIR, 'leader');

  async function elect() {
    try {
      await fs.promises.writeFile(file, String(cluster.worker.id), { flag: 'wx' });
      return 'leader';
    } catch (err) {
      if (err.code !== 'EEXIST') throw err;
      return 'follower';
    }
  }

  http.createServer((req, res) => res.end('ok')).listen(0, '127.0.0.1', async () => {
    process.send({ role: await elect() });
  });
}
