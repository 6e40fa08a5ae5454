'use strict';
// Search box: shows the results for what was typed last.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'words-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const words = ['apple', 'apricot', 'avocado', 'banana'];
fs.writeFileSync(path.join(dir, 'a'), JSON.stringify(words.filter((w) => w[0] === 'a')));
// the index for longer prefixes is one big file
fs.writeFileSync(path.join(dir, 'rest'), JSON.stringify([...words, ...Array.from({ length: 400000 }, (_, i) => 'word' + i)]));

const server = http.createServer((req, res) => {
  const prefix = req.url.slice(1);
  fs.readFile(path.join(dir, prefix.length === 1 ? prefix : 'rest'), 'utf8', (err, text) => {
    if (err) { res.statusCode = 404; return res.end('[]'); }
    res.end(JSON.stringify(JSON.parse(text).filter((w) => w.startsWith(prefix))));
  });
});

class SearchBox {
  constructor(port) { this.port = port; this.shown = []; this.open = 0; }

  type(text) {
    this.text = text;
    this.open++;
    http.get({ host: '127.0.0.1', port: this.port, path: '/' + text, agent: false }, (res) => {
      let body = '';
      res.on('data', (d) => { body += d; });
      res.on('end', () => {
        this.shown = JSON.parse(body);
        if (--this.open === 0) this.onidle();
      });
    });
  }
}

server.listen(0, '127.0.0.1', () => {
  const box = new SearchBox(server.address().port);
  box.onidle = () => {
    server.close();
    assert.deepStrictEqual(box.shown, ['apple', 'apricot']);
  };
  box.type('a');
  box.type('ap');
});
