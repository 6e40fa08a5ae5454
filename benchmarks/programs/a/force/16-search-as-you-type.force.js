require('./_f.cjs');
// A search box: each keystroke asks the server, the list shows the last answer.
const http = require('http');
const fs = require('fs');
const assert = require('assert');
/* force */ __late(fs, 'readFile', { nth: 1, before: 150 });

const server = http.createServer((req, res) => {
  const q = decodeURIComponent(req.url.slice(2));
  fs.readFile(__filename, 'utf8', (err, text) => {
    if (err) return res.writeHead(500).end();
    const words = new Set(text.match(/[a-z]+/gi));
    res.end(JSON.stringify([...words].filter((w) => w.startsWith(q))));
  });
});

let list = [];
let pending = 0;

function search(port, q) {
  pending++;
  http.get({ port, path: '/?' + q, agent: false }, (res) => {
    let body = '';
    res.on('data', (c) => (body += c));
    res.on('end', () => {
      list = JSON.parse(body);
      if (--pending === 0) finished();
    });
  });
}

function finished() {
  server.close();
  assert.ok(list.every((w) => w.startsWith('re')), 'list shows answers to an older query');
  assert.ok(list.includes('require'));
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  pending++; // the user is not done yet
  search(port, 'r');
  setTimeout(() => {
    pending--;
    search(port, 're');
  }, 40);
});
