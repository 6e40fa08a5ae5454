'use strict';
// Requests on one connection are answered in their order.
const http = require('node:http');

const { order } = require('../order.js');

const saw = order('/1', '/2', '/3');
const server = http.createServer((request, response) => response.end('x')).listen(0, () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  let left = 3;
  for (const path of ['/1', '/2', '/3']) {
    http.get({ port: server.address().port, path, agent }, (response) => response.resume().on('end', () => {
      saw(path);
      if (--left > 0) return;
      agent.destroy();
      server.close();
    }));
  }
});
