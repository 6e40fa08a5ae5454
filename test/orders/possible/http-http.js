'use strict';
// Two requests are answered.
const http = require('node:http');

const { order, slow } = require('../order.js');

const saw = order('first', 'second');
const server = http.createServer((request, response) => setTimeout(() => response.end('x'), slow && request.url === '/first' ? 100 : 0));
let left = 2;
server.listen(0, () => {
  const get = (name) => http.get({ port: server.address().port, path: `/${name}`, agent: false }, (response) => {
    response.resume().on('end', () => {
      saw(name);
      if (--left === 0) server.close();
    });
  });
  get('first');
  setTimeout(get, 40, 'second');
});
