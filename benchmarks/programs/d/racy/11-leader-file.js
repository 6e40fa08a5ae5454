'use strict';
// Cluster: the worker that writes the leader file runs the scheduler. Only one may.
const assert = require('assert');
const cluster = require('cluster');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

if (cluster.isPrimary) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'leader-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const roles = [];

  cluster.on('message', (worker, { role }) => {
    roles.push(role);
    if (roles.length < 2) return;
    for (const id in cluster.workers) cluster.workers[id].disconnect();
    assert.deepStrictEqual(roles.sort(), ['follower', 'leader']);
  });

  // start one after the other: the port is shared
  cluster.fork({ STATE_DIR: dir }).once('listening', () => cluster.fork({ STATE_DIR: dir }));
} else {
  const file = path.join(process.env.STATE_DIR, 'leader');

  async function elect() {
    try {
      const leader = await fs.promises.readFile(file, 'utf8');
      if (leader !== String(cluster.worker.id)) return 'follower';
    } catch (err) {
      if (err.code !== 'ENOENT') throw err;
      await fs.promises.writeFile(file, String(cluster.worker.id));
    }
    return 'leader';
  }

  http.createServer((req, res) => res.end('ok')).listen(0, '127.0.0.1', async () => {
    process.send({ role: await elect() });
  });
}
