'use strict';
// Finds local ports behind which another machine answers: `ssh -L`, `kubectl port-forward`, the proxy of a cloud's
// database, a pooler. The program that listens there, or a child of it that serves a connection, is itself connected to
// a machine that is not this one, which a database's server is not. Known on Linux, of programs that the user may look
// at.
const fs = require('node:fs');
const path = require('node:path');

const ESTABLISHED = '01';
const LISTEN = '0A';

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
  return { inode, state, port: parseInt(local.split(':')[1], 16), remote: remote.split(':')[0] };
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

/**
 * Returns the addresses to which the programs that serve local ports are connected: a function of a port, which
 * returns a list. `proc`: the folder of the kernel's files.
 */
function connectedBehind(proc = '/proc') {
  const sockets = new Map();
  for (const name of ['tcp', 'tcp6']) {
    for (const socket of linesOf(path.join(proc, 'net', name)).map(socketOf)) sockets.set(socket.inode, socket);
  }
  const held = processes(proc).map((pid) => socketsOf(path.join(proc, pid, 'fd')).map((id) => sockets.get(id)).filter(Boolean));
  // The sockets of connections that it has accepted have its port, too. Their other ends are its clients.
  const isOf = (port) => (one) => one.port === port && (one.state === LISTEN || one.state === ESTABLISHED);
  const isOutward = (port) => (one) => one.port !== port && one.state === ESTABLISHED;
  return (port) => held.filter((all) => all.some(isOf(port)))
    .flatMap((all) => all.filter(isOutward(port)).map(({ remote }) => addressOf(remote)));
}

module.exports = { connectedBehind };
