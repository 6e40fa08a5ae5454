// A search box: the list shows the answer to the latest query only, in whatever order the answers come.
const http = require('http');
const fs = require('fs');
const assert = require('assert');

const server = http.createServer((req, res) => {
  const q = decodeURIComponent(req.url.slice(2));
  fs.readFile(__filename, 'utf8', (err, text) => {
    if (err) return res.writeHead(500).end();
    const words = [...new Set(text.match(/[a-z]+/gi))].filter((w) => w.startsWith(q));
    setTimeout(() => res.end(JSON.stringify(words)), words.length); // a long list takes longer
  });
});

class SearchBox {
  constructor(port) {
    Object.assign(this, { port, number: 0, shown: 0, list: [] });
  }

  search(q) {
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      http.get({ port: this.port, path: '/?' + q, agent: false }, (res) => {
        let body = '';
        res.on('data', (c) => (body += c));
        res.on('end', () => {
          if (number > this.shown) {
            this.shown = number;
            this.list = JSON.parse(body);
          }
          resolve();
        });
      }).on('error', reject);
    });
  }
}

server.listen(0, '127.0.0.1', async () => {
  const box = new SearchBox(server.address().port);
  const typed = ['', 's', 'se', 'sea', 'sear'].map((q) => box.search(q));
  await Promise.all(typed);
  assert.ok(box.list.length >= 1);
  assert.ok(box.list.every((w) => w.startsWith('sear')));
  server.close();
});
