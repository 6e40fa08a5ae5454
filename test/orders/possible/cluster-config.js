'use strict';
// A worker of a cluster listens while it still reads its routes. Rare: the first request comes before these.
const cluster = require('node:cluster');
const fs = require('node:fs');
const http = require('node:http');

const { order, whenSlow } = require('../order.js');

if (cluster.isPrimary) {
  const saw = order('200');
  const worker = cluster.fork();
  worker.on('listening', ({ port }) => setTimeout(() => {
    http.get({ port, host: '127.0.0.1', agent: false }, (response) => {
      saw(String(response.statusCode));
      response.resume().on('end', () => worker.disconnect());
    });
  }, 200));
} else {
  let routes;
  fs.readFile(__filename, (error, text) => setTimeout(() => { routes = text; }, whenSlow(900)));
  http.createServer((request, response) => {
    response.statusCode = routes ? 200 : 404;
    response.end();
  }).listen(0, '127.0.0.1');
}
