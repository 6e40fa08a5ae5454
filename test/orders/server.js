'use strict';
// A server in a process of its own, for the programs whose connections lead outside: it keeps the lines that it reads,
// in their order. With ORDERS_SLOW=1 its first connection is slow. Nothing is delayed in it, as in a database.
const { spawn } = require('node:child_process');
const net = require('node:net');

const SLOW_MS = 200;

function serve() {
  const lines = [];
  let connections = 0;
  const server = net.createServer((socket) => {
    socket.on('data', (data) => lines.push(...String(data).split('\n').filter(Boolean)));
    socket.on('error', () => {});
    if (process.env.ORDERS_SLOW !== '1' || ++connections > 1) return;
    socket.pause();
    setTimeout(() => socket.resume(), SLOW_MS);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
  process.stdin.resume().on('end', () => process.stdout.write(lines.join(), () => process.exit()));
}

/**
 * Starts the server. Calls `callback` with {port, connect, end}: connect(done) makes a connection, end(done) ends the
 * server and calls done with the lines that it has read.
 */
function otherProcess(callback) {
  const child = spawn(process.execPath, [__filename], {
    stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NACD_MODE: 'never', NACD_SCHEDULE: '' },
  });
  child.stdout.once('data', (port) => callback({
    port: Number(port),
    connect: (done) => {
      const socket = net.connect(Number(port), '127.0.0.1', () => done(socket));
    },
    end: (done) => {
      let text = '';
      child.stdout.on('data', (data) => (text += data)).on('end', () => done(text.split(',')));
      child.stdin.end();
    },
  }));
}

if (require.main === module) serve();

module.exports = { otherProcess };
