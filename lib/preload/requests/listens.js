'use strict';
// Knows where servers listen: requests can be sent there.

const builtin = require('../builtin.js');
const { siteBelow } = require('./sites.js');

const { apply } = Reflect;

const listened = new WeakMap(); // server -> call site of listen()
const places = new Map(); // call site of listen() -> {host, port, isTls} of the latest server

let recording;

const isTls = (server) => typeof server.setSecureContext === 'function';

function protocolOf(server, via) {
  if (via === 'http2') return via;
  return isTls(server) ? 'https' : undefined;
}

/** Returns {host, port, isTls} of the latest server that listens at a call site, or undefined. */
const listening = (site) => places.get(site);

/** Returns the call site at which a server listens, or undefined. */
const siteOfListen = (server) => listened.get(server);

/** Returns what takes the place of listen(). */
const watchListen = (listen) => function listenAt() {
  if (!listened.has(this)) listened.set(this, siteBelow(listenAt));
  return apply(listen, this, arguments);
};

/**
 * Writes where a server listens: `nacd requests --serve` waits for it. Starters such as foreman give each program a
 * PORT of its own.
 */
function writeListen(server, via) {
  const address = server.address();
  if (typeof address?.port !== 'number') return;
  const shared = builtin('node:cluster').isWorker || undefined;
  const told = String(address.port) === process.env.PORT || undefined;
  places.set(siteOfListen(server), { host: address.address, port: address.port, isTls: isTls(server) });
  const where = { host: address.address, port: address.port, shared, told, protocol: protocolOf(server, via) };
  recording.write({ type: 'listen', t: recording.now(), ...where });
}

/** The same for one that cannot. The program need not tell: Express 5 hands the error to the callback of listen(). */
function writeNotListening({ code, port }) {
  if (code === 'EADDRINUSE' && port !== undefined) recording.write({ type: 'listen', t: recording.now(), inUse: port });
}

function recordListens(to) {
  recording = to;
}

module.exports = { listening, recordListens, siteOfListen, watchListen, writeListen, writeNotListening };
