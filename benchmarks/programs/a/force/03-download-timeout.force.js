require('./_f.cjs');
// Downloads a file; a slow attempt is repeated once.
const http = require('http');
const fs = require('fs');
const assert = require('assert');

const server = http.createServer((req, res) => {
  /* force */ setTimeout(() =>
  fs.readFile(__filename, (err, data) => {
    res.statusCode = err ? 500 : 200;
    res.end(data);
  })
  /* force */ , 300)
  ;
});

function download(port, limit, done) {
  let attempts = 0;
  const attempt = () => {
    attempts++;
    const req = http.get({ port, path: '/file', agent: false }, (res) => {
      const chunks = [];
      res.on('data', (c) => chunks.push(c));
      res.on('end', () => {
        clearTimeout(timer);
        done(null, Buffer.concat(chunks));
      });
    });
    req.on('error', done);
    const timer = setTimeout(() => {
      if (attempts < 2) attempt();
      else done(new Error('timeout'));
    }, limit);
  };
  attempt();
}

let saved = 0;
server.listen(0, '127.0.0.1', () => {
  download(server.address().port, 200, (err, data) => {
    assert.ifError(err);
    assert.strictEqual(data.length, fs.statSync(__filename).size);
    assert.strictEqual(++saved, 1, 'file delivered twice');
    server.close();
  });
});
