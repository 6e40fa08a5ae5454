'use strict';
// A cluster of two workers. The primary begins to use it when the one that was started last listens.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http = require('http');
const cluster = require('cluster');
const assert = require('assert');

if (cluster.isPrimary) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c24-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const config = path.join(dir, 'config.json');
  fs.writeFileSync(config, JSON.stringify({ greeting: 'hello' }));

  const ask = (port) => new Promise((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', agent: false }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => resolve(text));
    }).on('error', reject);
  });

  cluster.fork({ CONFIG: config, MEMBER: 'one' }).once('online', () => {
    setTimeout(() => {
      cluster.fork({ CONFIG: config, MEMBER: 'two' }).once('listening', async ({ port }) => {
        const answers = [];
        for (let i = 0; i < 4; i++) answers.push(await ask(port));
        for (const worker of Object.values(cluster.workers)) worker.kill();
        assert.deepStrictEqual([...new Set(answers)].sort(), ['hello from one', 'hello from two']);
      });
    }, 200);
  });
} else {
  fs.readFile(process.env.CONFIG, 'utf8', (err, text) => {
    if (err) throw err;
    const { greeting } = JSON.parse(text);
    const server = http.createServer((req, res) => res.end(`${greeting} from ${process.env.MEMBER}`));
    server.listen(0, '127.0.0.1');
  });
}
