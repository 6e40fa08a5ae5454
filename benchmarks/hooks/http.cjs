'use strict';
// Makes 3,000 requests over one keep-alive connection to a server in the same process. Prints the CPU time of the
// requests alone, in microseconds.
const http = require('node:http');

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const server = http.createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', () => {
  let left = 3000;
  const before = process.cpuUsage();
  (function next() {
    if (left-- > 0) {
      return http.get({ port: server.address().port, host: '127.0.0.1', agent }, (response) => response.resume().on('end', next));
    }
    console.log(JSON.stringify(process.cpuUsage(before)));
    agent.destroy();
    server.close();
  })();
});
