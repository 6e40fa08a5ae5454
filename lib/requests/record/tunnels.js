'use strict';
// Finds local ports and Unix sockets behind which another machine answers: `ssh -L`, `kubectl port-forward`, the proxy
// of a cloud's database, a pooler. The program that listens there, or a child of it that serves a connection, is itself
// connected to a machine that is not this one, which a database's server is not. Known on Linux, of programs that the
// user may look at.
const fs = require('node:fs');
const net = require('node:net');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const ACCEPTS = '00010000'; // a flag of Unix sockets
const CONNECTING = '02';
const ESTABLISHED = '01';
const LISTEN = '0A';

// A tunnel needs some time to accept a connection and to open its own.
const LOOKS = 6;
const LOOK_MS = 50;

const linesOf = (file) => {
  try {
    return fs.readFileSync(file, 'utf8').trim().split('\n').slice(1);
  } catch {
    return [];
  }
};

// The kernel writes each word of an address as a number of this machine.
function addressOf(hex) {
  const bytes = hex.match(/.{8}/g).flatMap((word) => word.match(/../g).reverse());
  if (bytes.length === 4) return bytes.map((byte) => parseInt(byte, 16)).join('.');
  const isMapped = bytes.slice(0, 10).every((byte) => byte === '00') && bytes[10] === 'FF' && bytes[11] === 'FF';
  if (isMapped) return bytes.slice(12).map((byte) => parseInt(byte, 16)).join('.');
  return bytes.join('').match(/.{4}/g).map((group) => parseInt(group, 16).toString(16)).join(':');
}

// "0: 0100007F:1538 00000000:0000 0A ... inode"
function socketOf(line) {
  const [, local, remote, state, , , , , , inode] = line.trim().split(/\s+/);
  return { inode, state, at: parseInt(local.split(':')[1], 16), remote: remote.split(':')[0] };
}

// "address: 00000002 00000000 00010000 0001 01 inode file". Accepted sockets have the file of the listening one.
function unixSocketOf(line) {
  const [, flags, inode, file] = /^\S+ \S+ \S+ (\S+) \S+ \S+ +(\d+) ?(.*)$/.exec(line.trim()) ?? [];
  return { inode, state: flags === ACCEPTS ? LISTEN : undefined, at: file };
}

const idOf = (link) => /^socket:\[(\d+)\]$/.exec(link)?.[1];

// The ids of the sockets that a process holds.
function socketsOf(folder) {
  try {
    return fs.readdirSync(folder).map((name) => {
      try {
        return idOf(fs.readlinkSync(path.join(folder, name)));
      } catch {
        return undefined; // closed
      }
    }).filter(Boolean);
  } catch {
    return []; // it has ended, or is another user's
  }
}

function processes(proc) {
  try {
    return fs.readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function socketsIn(proc) {
  const files = { tcp: socketOf, tcp6: socketOf, unix: unixSocketOf };
  const all = Object.entries(files).flatMap(([name, read]) => linesOf(path.join(proc, 'net', name)).map(read));
  return new Map(all.map((socket) => [socket.inode, socket]));
}

/**
 * Returns a function that takes a local port or the file of a Unix socket and returns the addresses to which the
 * programs that serve it are connected: undefined if something listens there and its program cannot be seen. `proc`:
 * the folder of the kernel's files.
 */
function connectedBehind(proc = '/proc') {
  if (!fs.existsSync(path.join(proc, 'net', 'tcp'))) return () => undefined;
  const sockets = socketsIn(proc);
  const heldBy = (pid) => socketsOf(path.join(proc, pid, 'fd')).map((id) => sockets.get(id)).filter(Boolean);
  const held = processes(proc).map(heldBy);
  const listening = [...sockets.values()].filter(({ state }) => state === LISTEN);
  const ports = new Set(listening.map(({ at }) => at));
  // The sockets that a server has accepted have its port, and their other ends are its clients.
  const isOutward = ({ at, state }) => (state === ESTABLISHED || state === CONNECTING) && !ports.has(at);
  return (at) => {
    const serving = held.filter((all) => all.some((one) => one.at === at && !isOutward(one)));
    if (serving.length === 0 && listening.some((one) => one.at === at)) return undefined;
    return serving.flatMap((all) => all.filter(isOutward).map(({ remote }) => addressOf(remote)));
  };
}

const open = ({ host, port }) => new Promise((resolve) => {
  const socket = net.connect(port === undefined ? { path: host.replace(/^@/, '\0') } : { host, port });
  socket.on('error', () => resolve(undefined)).on('connect', () => resolve(socket));
});

const looked = new Map(); // place -> promise of what lookBehind() has found: each run of a proof asks for the same
const keyOf = ({ host, port }) => `${host} ${port}`;

async function lookBehind(place, isFar) {
  const at = place.port ?? place.host;
  const socket = await open(place);
  if (!socket) {
    looked.delete(keyOf(place)); // something may listen there later
    return connectedBehind()(at);
  }
  try {
    for (let look = 1; ; look++) {
      const found = connectedBehind()(at);
      if (!found || found.some(isFar) || look === LOOKS) return found;
      await sleep(LOOK_MS);
    }
  } finally {
    socket.destroy();
  }
}

/**
 * Resolves to the result of connectedBehind() for a place of this machine, {host, port} or {host: file}, while a client
 * is connected to it: many tunnels connect to the other machine only then. `isFar` decides whether an address is on
 * another machine.
 */
function behind(place, isFar) {
  const key = keyOf(place);
  if (!looked.has(key)) looked.set(key, lookBehind(place, isFar));
  return looked.get(key);
}

module.exports = { behind, connectedBehind };
