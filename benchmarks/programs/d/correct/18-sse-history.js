'use strict';
// Server-sent events: a new subscriber gets the history from disk, then what was published meanwhile.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sse-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const history = path.join(dir, 'history');
fs.writeFileSync(history, 'id: 1\n\nid: 2\n\n');
const subscribers = new Set();

class Subscriber {
  constructor(res) {
    this.res = res;
    this.waiting = [];
    subscribers.add(this);
    res.on('close', () => subscribers.delete(this));
    fs.readFile(history, (err, text) => {
      if (err) return res.destroy(err);
      res.write(text);
      for (const event of this.waiting) res.write(event);
      this.waiting = null;
    });
  }

  push(event) {
    if (this.waiting) this.waiting.push(event);
    else this.res.write(event);
  }
}

const server = http.createServer((req, res) => {
  if (req.url === '/events') {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.flushHeaders();
    return new Subscriber(res);
  }
  const id = req.url.split('/').pop();
  for (const s of subscribers) s.push(`id: ${id}\n\n`);
  res.end('published');
});

server.listen(0, '127.0.0.1', () => {
  const target = { host: '127.0.0.1', port: server.address().port, agent: false };
  http.get({ ...target, path: '/events' }, (stream) => {
    let seen = '';
    stream.on('error', () => {});
    stream.setEncoding('utf8').on('data', (text) => {
      seen += text;
      if (!seen.includes('id: 4\n\n')) return;
      stream.destroy();
      server.close();
      assert.deepStrictEqual(seen.match(/\d/g), ['1', '2', '3', '4']);
    });
    http.get({ ...target, path: '/publish/3' }, (res) => {
      res.resume().on('end', () => http.get({ ...target, path: '/publish/4' }, (r) => r.resume()));
    });
  });
});
