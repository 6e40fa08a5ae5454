'use strict';
// Cluster: every worker gets a shard, and later the keys of its shard.
const assert = require('assert');
const cluster = require('cluster');
const fs = require('fs');
const os = require('os');
const path = require('path');

const SHARDS = ['a-m', 'n-z'];

if (cluster.isPrimary) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'shards-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  fs.writeFileSync(path.join(dir, 'a-m.json'), '["ann", "kim"]');
  fs.writeFileSync(path.join(dir, 'n-z.json'), '["sue"]');

  const owners = [];
  const answers = {};
  cluster.on('message', (worker, msg) => {
    if (msg.hello) {
      owners.push(worker);
      if (owners.length === SHARDS.length) {
        owners[0].send({ find: 'kim' });
        owners[1].send({ find: 'sue' });
      }
    } else {
      answers[msg.name] = msg.found;
      if (Object.keys(answers).length < 2) return;
      for (const owner of owners) owner.disconnect();
      assert.deepStrictEqual(answers, { kim: true, sue: true });
    }
  });

  (function start(i) {
    const worker = cluster.fork({ SHARD: SHARDS[i], SHARD_DIR: dir });
    worker.once('online', () => { if (i + 1 < SHARDS.length) start(i + 1); });
  })(0);
} else {
  let keys = [];
  process.on('message', ({ find }) => process.send({ name: find, found: keys.includes(find) }));
  fs.readFile(path.join(process.env.SHARD_DIR, process.env.SHARD + '.json'), 'utf8', (err, text) => {
    if (err) throw err;
    keys = JSON.parse(text);
    process.send({ hello: process.env.SHARD });
  });
}
