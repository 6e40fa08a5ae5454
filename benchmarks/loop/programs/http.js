'use strict';
// Makes 20,000 requests over ten keep-alive connections. Prints their CPU time in milliseconds.
const http = require('node:http');

const TOTAL = 20_000;
const LANES = 10;
const agent = new http.Agent({ keepAlive: true, maxSockets: LANES });
const server = http.createServer((request, response) => response.end('hello, world')).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const before = process.cpuUsage();
  let begun = 0;
  let done = 0;
  const ask = () => {
    if (begun++ >= TOTAL) return;
    http.get({ port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', () => {
      if (++done < TOTAL) return ask();
      const { user, system } = process.cpuUsage(before);
      console.log((user + system) / 1000);
      agent.destroy();
      server.close();
    }));
  };
  for (let lane = 0; lane < LANES; lane++) ask();
});
