'use strict';
// Finds the TCP sockets of a process, with /proc: a server that nothing was asked of has no line in a trace.
const fs = require('node:fs');

const STATES = { '0A': 'server', '01': 'connection' };

function socketInodes(pid) {
  const folder = `/proc/${pid}/fd`;
  const inodes = new Set();
  for (const fd of fs.readdirSync(folder)) {
    try {
      inodes.add(/^socket:\[([0-9]+)\]$/.exec(fs.readlinkSync(`${folder}/${fd}`))?.[1]);
    } catch {
      // it was closed meanwhile
    }
  }
  return inodes;
}

const portOf = (address) => Number.parseInt(address.split(':')[1], 16);

function* socketsIn(file) {
  for (const line of fs.readFileSync(file, 'latin1').split('\n').slice(1)) {
    const [, local, remote, state, , , , , , inode] = line.trim().split(/\s+/);
    if (STATES[state]) yield { kind: STATES[state], port: portOf(local), remotePort: portOf(remote), inode };
  }
}

/**
 * Returns the TCP servers and connections of a process: [{kind, port}] with the kinds "server" and "connection". `port`
 * of a connection is the other end's. Connections of two ends in the process are left out. Empty if that is not known.
 */
function socketsOf(pid) {
  try {
    const inodes = socketInodes(pid);
    const all = ['tcp', 'tcp6'].flatMap((name) => [...socketsIn(`/proc/${pid}/net/${name}`)]);
    const own = all.filter(({ inode }) => inodes.has(inode));
    const isInside = (one) => own.some(({ port, remotePort }) => port === one.remotePort && remotePort === one.port);
    return own.filter((socket) => socket.kind === 'server' || !isInside(socket))
      .map(({ kind, port, remotePort }) => ({ kind, port: kind === 'server' ? port : remotePort }));
  } catch {
    return []; // no /proc, or the process has ended
  }
}

module.exports = { socketsOf };
