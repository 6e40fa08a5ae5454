'use strict';
// Two cluster workers count words and flush their counts to files; a third process sums them.
const assert = require('assert');
const cluster = require('cluster');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { fork } = require('child_process');

if (process.argv[2] === 'sum') {
  const dir = process.argv[3];
  let sum = 0;
  for (const name of fs.readdirSync(dir)) sum += JSON.parse(fs.readFileSync(path.join(dir, name))).words;
  process.send({ sum });
  process.disconnect();
} else if (cluster.isPrimary) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'words-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const texts = ['to be or not to be', 'that is the question'];
  let counted = 0;

  cluster.on('message', (worker, msg) => {
    if (msg.counted && ++counted === texts.length) aggregate();
  });
  for (const text of texts) {
    const worker = cluster.fork({ WORDS_DIR: dir });
    worker.once('online', () => worker.send({ text }));
  }

  function aggregate() {
    for (const id in cluster.workers) cluster.workers[id].send({ flush: true });
    const child = fork(__filename, ['sum', dir]);
    child.once('message', ({ sum }) => {
      for (const id in cluster.workers) cluster.workers[id].disconnect();
      assert.strictEqual(sum, 10);
    });
  }
} else {
  let words = 0;
  process.on('message', (msg) => {
    if (msg.text) {
      words += msg.text.split(' ').length;
      process.send({ counted: true });
    }
    if (msg.flush) {
      const file = path.join(process.env.WORDS_DIR, `${cluster.worker.id}.json`);
      fs.writeFile(file, JSON.stringify({ words }), (err) => { if (err) throw err; });
    }
  });
}
