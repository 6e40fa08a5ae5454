'use strict';
// Bytes between a program and a server of this machine whose protocol nobody knows here: one of node:net, or of a
// WebSocket. The flow lies in a file beside the socket, with the place of the bytes in the stream, so the bytes stay as
// they are. The receiver gets those of each message by themselves, in the context of that: where a stream is cut means
// nothing to a program.

const { existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const builtin = require('../builtin.js');
const { SOCKETS } = require('../../trace/protocol.js');
const { current, within } = require('./context.js');
const { onUpgrade } = require('./flows.js');
const { whenIdle } = require('./idle.js');
const { makeMark } = require('./marks.js');
const { receive } = require('./messages.js');
const { replace } = require('./replace.js');
const { QUEUE, Reader, Writer, keepStreamsIn } = require('./socket-streams.js');

const { apply } = Reflect;

const LOCAL = /^(?:localhost|127\.[\d.]+|::1|::ffff:127\.[\d.]+|0\.0\.0\.0|::)$/;

const watched = makeMark(); // sockets -> Writer
const consumed = makeMark(); // requests -> {socket that one came by, function that says that it is dealt with}
const writers = new WeakSet(); // functions in the place of write()
const own = new WeakSet(); // servers of the tool

let folder;
let name; // of this program, in reports

/** Leaves the connections of a server alone: it is one of the tool. */
const leaveAlone = (server) => own.add(server);

const noteOf = (kind, port) => path.join(folder, `${kind}-${port}`);

const lengthOf = (chunk, encoding) => (typeof chunk === 'string'
  ? Buffer.byteLength(chunk, typeof encoding === 'string' ? encoding : 'utf8') : chunk?.byteLength ?? 0);

// The message is dealt with when the program answers on the socket, or has nothing more to do about it.
function taken(text, socket) {
  const { context, done } = receive({ queue: QUEUE, text, via: QUEUE, name });
  let isOver = false;
  const over = () => {
    if (!isOver) done();
    isOver = true;
    stop();
  };
  const stop = whenIdle(context.request, over);
  consumed.set(context.request, { socket, over });
  return context;
}

// An answer carries no flow: who waits for it is of its request already.
const writing = (writer) => (original) => function write(chunk, encoding) {
  const request = current()?.request;
  const known = request && consumed.get(request);
  const isAnswer = known?.socket === this;
  const begin = this.bytesWritten ?? 0;
  if (!isAnswer) writer.add(begin, begin + lengthOf(chunk, encoding));
  const result = apply(original, this, arguments);
  if (isAnswer) known.over();
  return result;
};

const reading = (reader) => (original) => function push(chunk, ...more) {
  if (!Buffer.isBuffer(chunk) || chunk.length === 0) return apply(original, this, [chunk, ...more]);
  const parts = reader.parts(this.bytesRead - chunk.length, this.bytesRead);
  if (parts.length === 0) return apply(original, this, [chunk, ...more]);
  let goesOn = true;
  for (const { from, to, context } of parts) {
    goesOn = within(context, original, this, [chunk.subarray(from, to), ...more]);
  }
  return goesOn;
};

// A socket may be connected again: that takes the function in the place of write() away.
function watchSocket(socket) {
  if (watched.get(socket) === undefined) {
    watched.set(socket, new Writer(socket));
    replace(socket, 'push', reading(new Reader(socket, taken)));
  }
  if (Object.hasOwn(socket, 'write') && writers.has(socket.write)) return;
  replace(socket, 'write', writing(watched.get(socket)));
  writers.add(socket.write);
}

// Servers whose connections are read here: all of a PLAIN one, and of others those that are UPGRADED.
const PLAIN = 'plain';
const UPGRADED = 'upgraded';

function note(kind, port) {
  if (port !== undefined) writeFileSync(noteOf(kind, port), '', { mode: 0o600 });
}

const unnote = (kind, port) => {
  if (port !== undefined) rmSync(noteOf(kind, port), { force: true });
};

const isNoted = (kind, port) => port !== undefined && existsSync(noteOf(kind, port));

// The arguments of connect(): a port, options, or a list of these that node:net has made.
function placeOf([first, second]) {
  const given = Array.isArray(first) ? first[0] : first;
  if (typeof given === 'object' && given !== null) return given;
  return { port: given, host: typeof second === 'string' ? second : undefined };
}

const isOwnAddress = (host) => LOCAL.test(host) || host === os.hostname() ||
  Object.values(os.networkInterfaces()).flat().some(({ address }) => address === host);

function safely(fn) {
  try {
    fn();
  } catch {
    // the folder is gone: nothing carries a flow
  }
}

// A port that was free a moment ago was often looked for with a plain server: what listens there next may be of HTTP.
function hearListening(server, isPlain) {
  const port = server.address()?.port;
  if (isPlain) note(PLAIN, port);
  else unnote(PLAIN, port);
}

// A server that has a class of its own, such as one of HTTP, is told by its upgrades.
function hear(server, isPlain, [event, first, second]) {
  if (event === 'listening') hearListening(server, isPlain);
  else if (isPlain && event === 'connection') watchSocket(first);
  else if (event === 'upgrade') {
    note(UPGRADED, second.localPort);
    watchSocket(second);
  }
}

function watchUpgraded(socket) {
  safely(() => {
    if (isNoted(UPGRADED, socket.remotePort) && isOwnAddress(socket.remoteAddress)) watchSocket(socket);
  });
}

/** Watches sockets from now on. `trace`: the folder of the run; `main`: the main file of this program. */
function recordSockets(trace, main) {
  folder = path.join(trace, SOCKETS);
  keepStreamsIn(folder);
  name = main;
  safely(() => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const { Server, Socket } = builtin('node:net');
  replace(Server.prototype, 'emit', (original) => function emit(event) {
    if ((event === 'listening' || event === 'connection' || event === 'upgrade') && !own.has(this)) {
      const isPlain = Object.getPrototypeOf(this) === Server.prototype;
      safely(() => hear(this, isPlain, arguments));
    }
    return apply(original, this, arguments);
  });
  onUpgrade(watchUpgraded);
  replace(Socket.prototype, 'connect', (original) => function connect(...args) {
    const { port, host = 'localhost' } = placeOf(args);
    const result = apply(original, this, args); // it gives the socket the method write() of its class
    safely(() => { if (isNoted(PLAIN, port) && isOwnAddress(host)) watchSocket(this); });
    return result;
  });
}

module.exports = { leaveAlone, recordSockets };
