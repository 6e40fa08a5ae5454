'use strict';
// Collects look-ups for a moment and asks the backend once for all. The backend allows one question per page.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'batch-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
for (const name of ['header', 'body']) {
  fs.writeFileSync(path.join(dir, name + '.json'), JSON.stringify({ users: name === 'header' ? ['ann'] : ['bob', 'cy'] }));
}

let questions = 0;
const backend = http.createServer((req, res) => {
  questions++;
  const names = req.url.slice(1).split(',');
  res.end(JSON.stringify(Object.fromEntries(names.map((n) => [n, n.toUpperCase()]))));
});

class Loader {
  constructor(port) { this.port = port; this.keys = new Map(); }

  load(key) {
    return new Promise((resolve, reject) => {
      this.keys.set(key, { resolve, reject });
      if (this.keys.size === 1) setTimeout(() => this.flush(), 150);
    });
  }

  flush() {
    const batch = this.keys;
    this.keys = new Map();
    http.get({ host: '127.0.0.1', port: this.port, path: '/' + [...batch.keys()].join(','), agent: false }, (res) => {
      let body = '';
      res.on('data', (d) => { body += d; });
      res.on('end', () => {
        const answer = JSON.parse(body);
        for (const [key, { resolve }] of batch) resolve(answer[key]);
      });
    });
  }
}

async function part(loader, name) {
  const { users } = JSON.parse(await fs.promises.readFile(path.join(dir, name + '.json'), 'utf8'));
  return (await Promise.all(users.map((u) => loader.load(u)))).join(' ');
}

backend.listen(0, '127.0.0.1', async () => {
  const loader = new Loader(backend.address().port);
  const page = await Promise.all([part(loader, 'header'), part(loader, 'body')]);
  backend.close();
  assert.deepStrictEqual(page, ['ANN', 'BOB CY']);
  assert.strictEqual(questions, 1);
});
