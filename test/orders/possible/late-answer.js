'use strict';
// A call is tried again when its answer has not come in time. Rare: the first one was carried out, but answers late.
const http = require('node:http');
const { order, slow } = require('../order.js');

const seen = order('charged');
const server = http.createServer((request, response) => {
  seen('charged');
  if (slow) setTimeout(() => response.end(), 400);
  else response.end();
});

function charge(left) {
  const { port } = server.address();
  const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent: false });
  const timer = setTimeout(() => request.destroy(new Error('no answer')), 250);
  request.on('response', (response) => response.resume().on('end', () => {
    clearTimeout(timer);
    server.close();
  }));
  request.on('error', () => (left > 0 ? charge(left - 1) : server.close()));
  request.end();
}

server.listen(0, '127.0.0.1', () => charge(2));
