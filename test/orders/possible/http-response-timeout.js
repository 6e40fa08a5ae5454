'use strict';
// An answer, and the time limit for it.
const http = require('node:http');

const { order, slow } = require('../order.js');

const saw = order('response');
const server = http.createServer((request, response) => setTimeout(() => response.end('x'), slow ? 200 : 0));
server.listen(0, () => {
  const request = http.get({ port: server.address().port, agent: false, timeout: 100 }, (response) => {
    saw('response');
    response.resume();
    server.close();
  });
  request.on('timeout', () => {
    saw('timeout');
    request.destroy();
    server.close();
  });
  request.on('error', () => {});
});
