'use strict';
// What was written to another process arrives, although this one exits in the same turn.
const { spawnSync } = require('node:child_process');
const { order } = require('../order.js');
const { otherProcess } = require('../server.js');
const net = require('node:net');

if (process.argv[2]) {
  const connected = [];
  const connect = () => {
    const socket = net.connect(Number(process.argv[2]), '127.0.0.1', () => {
      connected.push(socket);
      if (connected.length < 2) return;
      for (const each of connected) each.write('sent\n');
      process.exit();
    });
  };
  connect();
  connect();
} else {
  const saw = order('sent', 'sent');
  otherProcess(({ port, end }) => {
    spawnSync(process.execPath, [__filename, String(port)]);
    setTimeout(() => end((lines) => lines.forEach(saw)), 700);
  });
}
