'use strict';
// Finds the TCP sockets of a process, with /proc: a server that nothing was asked of has no line in a trace.
const fs = require('node:fs');

const STATES = { '0A': 'server', '01': 'connection' };

// Returns what the descriptors of a process are, such as "socket:[1234]" or a path.
function descriptorsOf(pid) {
  const folder = `/proc/${pid}/fd`;
  return fs.readdirSync(folder).flatMap((fd) => {
    try {
      return [fs.readlinkSync(`${folder}/${fd}`)];
    } catch {
      return []; // it was closed meanwhile
    }
  });
}

const socketInode = (descriptor) => /^socket:\[([0-9]+)\]$/.exec(descriptor)?.[1];

const portOf = (address) => Number.parseInt(address.split(':')[1], 16);

function* socketsIn(file) {
  for (const line of fs.readFileSync(file, 'latin1').split('\n').slice(1)) {
    const [, local, remote, state, , , , , , inode] = line.trim().split(/\s+/);
    if (STATES[state]) yield { kind: STATES[state], port: portOf(local), remotePort: portOf(remote), inode };
  }
}

// Returns the TCP sockets among `descriptors`, with what tells if their other end is in the process.
function tcpOf(pid, descriptors) {
  const inodes = new Set(descriptors.map(socketInode));
  const all = ['tcp', 'tcp6'].flatMap((name) => [...socketsIn(`/proc/${pid}/net/${name}`)]);
  const own = all.filter(({ inode }) => inodes.has(inode));
  const hasOther = (one) => own.some(({ port, remotePort }) => port === one.remotePort && remotePort === one.port);
  return own.map((socket) => ({ ...socket, isInside: socket.kind === 'connection' && hasOther(socket) }));
}

// Empty if that is not known.
function ownTcp(pid) {
  try {
    return tcpOf(pid, descriptorsOf(pid));
  } catch {
    return []; // no /proc, or the process has ended
  }
}

/**
 * Returns the TCP servers and connections of a process: [{kind, port}] with the kinds "server" and "connection". `port`
 * of a connection is the other end's. Connections of two ends in the process are left out. Empty if that is not known.
 */
function socketsOf(pid) {
  return ownTcp(pid).filter(({ isInside }) => !isInside)
    .map(({ kind, port, remotePort }) => ({ kind, port: kind === 'server' ? port : remotePort }));
}

/** Returns true if a TCP connection has both ends in the process. False if that is not known. */
function talksToItself(pid) {
  return ownTcp(pid).some(({ isInside }) => isInside);
}

const WATCHING = 'anon_inode:inotify'; // Linux: libuv opens it with the first watcher

/** Returns true if the process watches files. False if that is not known. */
function watchesFiles(pid) {
  try {
    return descriptorsOf(pid).includes(WATCHING);
  } catch {
    return false; // no /proc, or the process has ended
  }
}

/**
 * Returns true if something outside the process may wake it: it has a socket that is neither a TCP server nor one end
 * of a TCP connection within the process, or it watches files. Clients of a server that nobody knows of do not count.
 * Throws without /proc, or if the process has ended.
 */
function hearsOutside(pid) {
  const descriptors = descriptorsOf(pid);
  const inside = new Set(tcpOf(pid, descriptors).filter(({ kind, isInside }) => kind === 'server' || isInside)
    .map(({ inode }) => inode));
  return descriptors.some((one) => one === WATCHING || (socketInode(one) && !inside.has(socketInode(one))));
}

module.exports = { hearsOutside, socketsOf, talksToItself, watchesFiles };
