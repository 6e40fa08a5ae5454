require('./_f.cjs');
// Downloads a file in parts, which are asked for one shortly after the other to spare the server.
const http = require('http');
const fs = require('fs');
const assert = require('assert');
/* force */ let served = 0;

const server = http.createServer((req, res) => {
  const [, from, to] = /(\d+)-(\d+)/.exec(req.headers.range).map(Number);
  /* force */ if (++served === 2) return setTimeout(() => fs.createReadStream(__filename, { start: from, end: to }).pipe(res), 200);
  fs.createReadStream(__filename, { start: from, end: to }).pipe(res);
});

function download(port, size, part, done) {
  const blocks = [];
  let left = Math.ceil(size / part);
  const fetchPart = (from) => {
    const headers = { range: `bytes=${from}-${Math.min(from + part, size) - 1}` };
    http.get({ port, headers, agent: false }, (res) => {
      const chunks = [];
      res.on('data', (d) => chunks.push(d));
      res.on('end', () => {
        blocks.push(Buffer.concat(chunks));
        if (--left === 0) done(Buffer.concat(blocks));
      });
    });
    if (from + part < size) setTimeout(fetchPart, 70, from + part);
  };
  fetchPart(0);
}

server.listen(0, '127.0.0.1', () => {
  const original = fs.readFileSync(__filename);
  download(server.address().port, original.length, 500, (copy) => {
    server.close();
    assert.ok(copy.equals(original), 'copy differs from the original');
  });
});
