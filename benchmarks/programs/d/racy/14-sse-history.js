'use strict';
// Server-sent events: a new subscriber first gets the history from disk, then what is published.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'sse-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const history = path.join(dir, 'history');
fs.writeFileSync(history, 'id: 1\ndata: one\n\nid: 2\ndata: two\n\n');
const subscribers = new Set();

const server = http.createServer((req, res) => {
  if (req.url === '/events') {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.flushHeaders();
    fs.readFile(history, (err, text) => {
      if (err) return res.destroy(err);
      res.write(text);
      subscribers.add(res);
    });
    res.on('close', () => subscribers.delete(res));
    return;
  }
  // POST /publish with a deflated event
  const chunks = [];
  req.on('data', (d) => chunks.push(d));
  req.on('end', () => zlib.inflate(Buffer.concat(chunks), (err, event) => {
    if (err) { res.statusCode = 400; return res.end(); }
    for (const s of subscribers) s.write(String(event).trim() + '\n\n');
    res.end('published');
  }));
});

server.listen(0, '127.0.0.1', () => {
  const target = { host: '127.0.0.1', port: server.address().port, agent: false };
  let seen = '';
  let published = 0;
  const limit = setTimeout(() => { throw new Error('an event got lost: ' + JSON.stringify(seen)); }, 10000);
  http.get({ ...target, path: '/events' }, (stream) => {
    stream.setEncoding('utf8').on('data', (text) => {
      seen += text;
      if (!seen.includes('id: 3')) return;
      clearTimeout(limit);
      stream.destroy();
      server.close();
      assert.deepStrictEqual(seen.match(/\d(?=\n)/g), ['1', '2', '3']);
    });
    const event = zlib.deflateSync('id: 3\ndata: three' + ' '.repeat(4e6));
    const req = http.request({ ...target, method: 'POST', path: '/publish' }, (res) => res.resume());
    zlib.inflate(event, () => { published++; req.end(event); });
  });
});
