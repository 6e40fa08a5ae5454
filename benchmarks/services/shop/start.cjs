'use strict';
// Starts the services that SERVICES names, or all, and then the gateway on PORT: one command for the whole shop.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const net = require('node:net');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const ALL = 'stock,orders,payment,accounts,users,timeline,movies';

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

const answers = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1', () => socket.end(() => resolve(true)));
  socket.on('error', () => resolve(false));
});

function start(name, env) {
  const child = spawn(process.execPath, [path.join(__dirname, `${name}.cjs`)], { env, stdio: 'inherit' });
  child.on('exit', (code, signal) => console.log(`${name} ends: ${signal ?? code}`));
  process.on('exit', () => child.kill());
}

async function main() {
  const names = (process.env.SERVICES ?? ALL).split(',');
  const ports = new Map();
  for (const name of names) ports.set(name, await freePort());
  const addresses = Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports.get(name)}`]));
  for (const name of names) start(name, { ...process.env, ...addresses, PORT: String(ports.get(name)) });
  for (const port of ports.values()) while (!await answers(port)) await sleep(20);
  start('gateway', { ...process.env, ...addresses });
}

process.on('SIGTERM', () => process.exit());
main();
