'use strict';
// The body of an answer, and the abort of its request.
const http = require('node:http');

const { order, slow } = require('../order.js');

const saw = order('body');
const server = http.createServer((request, response) => {
  response.write('a');
  setTimeout(() => response.end('b'), slow ? 900 : 20);
});
server.listen(0, async () => {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 450);
  try {
    const response = await fetch(`http://localhost:${server.address().port}`, { signal: abort.signal });
    await response.text();
    saw('body');
  } catch {
    saw('aborted');
  }
  server.closeAllConnections();
  server.close();
});
