'use strict';
// Shared by the programs of test/orders. A program says in which order it usually sees its events, and fails if it
// saw them in another. With ORDERS_SLOW=1 it makes the other order itself, on plain Node.js.
const { execFileSync, spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** True if the program shall show its rare order. */
const slow = process.env.ORDERS_SLOW === '1';

let folder;

function remove() {
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
}

/** Returns the path of a new file in a folder of its own, gone when the process ends. */
function newPath(name) {
  if (!folder) {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orders-'));
    process.on('exit', remove);
  }
  return path.join(folder, name);
}

/** Returns the path of a file with `text`. Where the program shall be slow, it is a FIFO that is filled after `ms`. */
function file(name, text, ms = 100) {
  const made = newPath(name);
  if (!slow || ms === 0) {
    fs.writeFileSync(made, text);
    return made;
  }
  execFileSync('mkfifo', [made]);
  spawn('sh', ['-c', `sleep ${ms / 1000}; printf %s "$0" > "${made}"`, text], { stdio: 'ignore' }).unref();
  return made;
}

/** Returns the function that the program calls at each event; `usual` are the events in their usual order. */
function order(...usual) {
  const seen = [];
  process.on('exit', (code) => {
    if (code !== 0 || seen.join() === usual.join()) return;
    fs.writeSync(2, `ORDER: ${seen.join(', ')}; usual is ${usual.join(', ')}\n`);
    process.exitCode = 1;
  });
  return (event) => void seen.push(event);
}

/** The thread computes for `ms`, if the program shall be slow. */
function busy(ms) {
  const end = performance.now() + ms;
  while (slow && performance.now() < end);
}

/** Returns `ms` if the program shall be slow, else 0. */
const whenSlow = (ms) => (slow ? ms : 0);

/** Takes some 10 ms of a worker of the pool. */
function task(callback) {
  require('node:crypto').pbkdf2('password', 'salt', 20000, 32, 'sha256', callback);
}

/** Calls `callback` with a connection within the process, {client, peer, server}. */
function connection(callback) {
  const net = require('node:net');
  const server = net.createServer();
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    const both = [];
    const made = (at, socket) => {
      both[at] = socket;
      if (both[0] && both[1]) callback({ client: both[0], peer: both[1], server });
    };
    client.on('connect', () => made(0, client));
    server.on('connection', (peer) => made(1, peer));
  });
}

module.exports = { order, busy, file, newPath, slow, whenSlow, task, connection };
