'use strict';
// An HTTP/2 server pushes the style sheet beside the page, when there is one.
const fs = require('fs');
const os = require('os');
const path = require('path');
const http2 = require('http2');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c28-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const page = path.join(dir, 'index.html');
const style = path.join(dir, 'style.css');
fs.writeFileSync(page, '<link rel=stylesheet href=/style.css><h1>Hi</h1>');
fs.writeFileSync(style, 'h1 { color: teal }');

const server = http2.createServer();
server.on('stream', (stream) => {
  fs.readFile(style, (err, css) => {
    if (err || !stream.pushAllowed) return;
    stream.pushStream({ ':path': '/style.css' }, (err, push) => {
      if (err) throw err;
      push.respond({ ':status': 200, 'content-type': 'text/css' });
      push.end(css);
    });
  });
  fs.readFile(page, (err, html) => {
    if (err) throw err;
    crypto.pbkdf2(html, 'etag', 100000, 8, 'sha256', (err, etag) => {
      if (err) throw err;
      stream.respond({ ':status': 200, 'content-type': 'text/html', 'etag': etag.toString('hex') });
      stream.end(html);
    });
  });
});

server.listen(0, '127.0.0.1', () => {
  const session = http2.connect(`http://127.0.0.1:${server.address().port}`);
  const pushed = new Set();
  session.on('stream', (stream, headers) => {
    pushed.add(headers[':path']);
    stream.resume();
  });
  const request = session.request({ ':path': '/' });
  let html = '';
  request.setEncoding('utf8').on('data', (part) => (html += part)).on('end', () => {
    const [, href] = /href=([^>]+)/.exec(html);
    assert.ok(pushed.has(href), `${href} has to be fetched again`);
    session.close(() => server.close());
  });
});
