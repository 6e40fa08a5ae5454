'use strict';
// Search box: shows the results for what was typed last, whatever comes when.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'words-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'index'), JSON.stringify(['apple', 'apricot', 'avocado', 'banana']));

const server = http.createServer((req, res) => {
  fs.readFile(path.join(dir, 'index'), 'utf8', (err, text) => {
    if (err) { res.statusCode = 500; return res.end('[]'); }
    res.end(JSON.stringify(JSON.parse(text).filter((w) => w.startsWith(req.url.slice(1)))));
  });
});

class SearchBox {
  constructor(port) { this.port = port; this.shown = []; this.generation = 0; }

  type(text, shown) {
    const generation = ++this.generation;
    if (this.controller) this.controller.abort();
    const { signal } = this.controller = new AbortController();
    const req = http.get({ host: '127.0.0.1', port: this.port, path: '/' + text, agent: false, signal }, (res) => {
      let body = '';
      res.on('error', () => {});
      res.on('data', (d) => { body += d; });
      res.on('end', () => {
        if (generation !== this.generation) return;
        this.shown = JSON.parse(body);
        shown();
      });
    });
    req.on('error', (err) => { if (err.name !== 'AbortError' && generation === this.generation) throw err; });
  }
}

server.listen(0, '127.0.0.1', () => {
  const box = new SearchBox(server.address().port);
  const never = () => { throw new Error('outdated results'); };
  box.type('a', never);
  box.type('av', never);
  box.type('ap', () => {
    server.close();
    assert.deepStrictEqual(box.shown, ['apple', 'apricot']);
  });
});
