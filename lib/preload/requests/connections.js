'use strict';
// Writes where the program connects to. An address that it could not reach is that of a store or a broker that does not
// run, of which most clients say nothing and try again. One that it has reached tells where a store really is, whatever
// its name is, and also if its protocol is not known here.
const diagnostics = require('node:diagnostics_channel');
const { errorMonitor } = require('node:events');
const builtin = require('../builtin.js');
const { makeMark } = require('./marks.js');

const { apply } = Reflect;

const MOST_UNREACHED = 20; // addresses
const MOST_PEERS = 200; // addresses and ports
const SYSCALLS = new Set(['connect', 'getaddrinfo']);

const watched = makeMark(); // socket -> the file that it connects to, or ''

// A host with several addresses has an error for each of them.
const firstOf = (error) => error?.errors?.[0] ?? error;

// Returns a function that writes an object with {host, port}, each address once.
function writerOf(recording, type, most) {
  const known = new Set();
  return ({ host, port, ...more }) => {
    const key = JSON.stringify([host, port, more]);
    if (!host || known.has(key) || known.size === most) return;
    known.add(key);
    recording.write({ type, t: recording.now(), host, port, ...more });
  };
}

// The file of a Unix socket, which has no address, or "@name" for one without a file. net.connect() gives its arguments
// as a list.
function socketFileOf([first]) {
  const [given] = Array.isArray(first) ? first : [first];
  const file = typeof given === 'object' ? given?.path : given;
  if (typeof file !== 'string') return undefined;
  return file.startsWith('\0') ? `@${file.slice(1)}` : builtin('node:path').resolve(file);
}

/** Watches the connections that the program makes. */
function recordConnections(recording) {
  const { prototype } = builtin('node:net').Socket;
  const { connect } = prototype;
  const writeUnreached = writerOf(recording, 'unreached', MOST_UNREACHED);
  const writePeer = writerOf(recording, 'peer', MOST_PEERS);
  const noteError = (given) => {
    const { code, syscall, address, hostname, port } = firstOf(given) ?? {};
    if (SYSCALLS.has(syscall)) writeUnreached({ host: address ?? hostname, port, code });
  };
  // A client of HTTP/1 has given its request to the socket before that is connected.
  const notePeer = (socket, protocol = socket._httpMessage && 'http') => {
    const { remoteAddress = watched.get(socket), remotePort: port } = socket;
    const production = process.env.NODE_ENV === 'production' || undefined;
    writePeer({ host: remoteAddress, port, protocol, production });
  };
  const value = function (...args) {
    if (watched.get(this) === undefined) {
      watched.set(this, socketFileOf(args) ?? '');
      this.on(errorMonitor, noteError);
      this.on('connect', () => notePeer(this));
    }
    return apply(connect, this, args);
  };
  Object.defineProperty(value, 'name', { value: 'connect' });
  Object.defineProperty(prototype, 'connect', { value, writable: true, configurable: true, enumerable: true });
  // fetch() and undici tell it only once they are connected.
  diagnostics.subscribe('undici:client:connected', ({ socket }) => { if (socket) notePeer(socket, 'http'); });
}

module.exports = { recordConnections };
