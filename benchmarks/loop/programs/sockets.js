'use strict';
// node sockets.js COUNT opens COUNT sockets (half of them accepted). Then 2,000 timers expire one after the other,
// while nothing else happens. Prints the CPU time of one of them in microseconds.
const net = require('node:net');

const TIMERS = 2000;
const pairs = Number(process.argv[2]) / 2;

function tick(left, before) {
  if (left > 0) return setTimeout(tick, 20, left - 1, before);
  const { user, system } = process.cpuUsage(before);
  console.log((user + system) / TIMERS);
  process.exit();
}

let accepted = 0;
const server = net.createServer(() => {
  if (++accepted === pairs) setTimeout(() => tick(TIMERS, process.cpuUsage()), 100);
  else open();
}).listen(0, '127.0.0.1', 4096, open);
function open() {
  net.connect(server.address().port, '127.0.0.1');
}
