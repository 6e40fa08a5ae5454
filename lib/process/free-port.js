'use strict';
const { once } = require('node:events');
const net = require('node:net');

/** Resolves to a port of the loopback host on which nobody listens now. */
async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

module.exports = { freePort };
