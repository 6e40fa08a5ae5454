'use strict';
// Writes the addresses that the program could not connect to: those of a store or a broker that does not run, of which
// most clients say nothing and try again.
const { errorMonitor } = require('node:events');
const builtin = require('../builtin.js');
const { makeMark } = require('./marks.js');

const { apply } = Reflect;

const MOST = 20; // addresses
const SYSCALLS = new Set(['connect', 'getaddrinfo']);

const watched = makeMark(); // sockets

// A host with several addresses has an error for each of them.
const firstOf = (error) => error?.errors?.[0] ?? error;

/** Watches the connections that the program makes. */
function recordUnreached(recording) {
  const { prototype } = builtin('node:net').Socket;
  const { connect } = prototype;
  const known = new Set();
  const note = (given) => {
    const { code, syscall, address, hostname, port } = firstOf(given) ?? {};
    const host = address ?? hostname;
    const key = `${host} ${port}`;
    if (!SYSCALLS.has(syscall) || host === undefined || known.has(key) || known.size === MOST) return;
    known.add(key);
    recording.write({ type: 'unreached', t: recording.now(), host, port, code });
  };
  const value = function (...args) {
    if (watched.get(this) === undefined) {
      watched.set(this, true);
      this.on(errorMonitor, note);
    }
    return apply(connect, this, args);
  };
  Object.defineProperty(value, 'name', { value: 'connect' });
  Object.defineProperty(prototype, 'connect', { value, writable: true, configurable: true, enumerable: true });
}

module.exports = { recordUnreached };
