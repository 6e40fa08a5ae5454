'use strict';
// The head of an answer has come. Its body comes from another process; a file that is read meanwhile says to stop.
const http = require('node:http');
const fs = require('node:fs');
const { fork } = require('node:child_process');

const { order, file, whenSlow } = require('../order.js');

if (process.argv[2]) {
  const server = http.createServer((request, response) => {
    response.write('head');
    setTimeout(() => response.end('body'), Number(process.argv[2]));
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
} else {
  const saw = order('body', 'stop');
  const name = file('stop', 'x', 0);
  const child = fork(__filename, [String(20 + whenSlow(900))]);
  child.on('message', async (port) => {
    const abort = new AbortController();
    try {
      const response = await fetch(`http://127.0.0.1:${port}`, { signal: abort.signal });
      setTimeout(() => fs.readFile(name, () => {
        saw('stop');
        abort.abort();
      }), 250);
      await response.text();
      saw('body');
    } catch {
      saw('aborted');
    }
    child.kill();
  });
}
