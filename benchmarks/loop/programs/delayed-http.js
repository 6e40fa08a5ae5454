'use strict';
// node delayed-http.js TOTAL makes TOTAL requests over one keep-alive connection, one after the other.
const http = require('node:http');

let left = Number(process.argv[2]);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = http.createServer((request, response) => response.end('ok')).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const ask = () => {
    if (left-- > 0) return http.get({ port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', ask));
    agent.destroy();
    return server.close();
  };
  ask();
});
