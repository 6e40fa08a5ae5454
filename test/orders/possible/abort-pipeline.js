'use strict';
// A limit of time ends while the body of an answer is written to a file: before or after its last piece.
const fs = require('node:fs');
const http = require('node:http');
const { Readable } = require('node:stream');
const { pipeline } = require('node:stream/promises');

const { order, newPath, whenSlow } = require('../order.js');

const saw = order('written');
const server = http.createServer((request, response) => {
  response.write('a');
  setTimeout(() => response.end('b'), 10 + whenSlow(900));
});
server.listen(0, '127.0.0.1', async () => {
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${server.address().port}`, { signal: abort.signal });
  setTimeout(() => abort.abort(), 300);
  await pipeline(Readable.fromWeb(response.body), fs.createWriteStream(newPath('copy'))).then(() => saw('written'), () => saw('aborted'));
  server.closeAllConnections();
  server.close();
});
