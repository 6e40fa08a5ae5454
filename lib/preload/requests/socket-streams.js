'use strict';
// The flows of the bytes on a socket: a file for each direction, beside the socket, has lines of the place of a
// message's bytes in the stream and its flow.

const { closeSync, existsSync, openSync, readSync, writeSync } = require('node:fs');
const path = require('node:path');
const { OUTSIDE, current } = require('./context.js');
const { send } = require('./messages.js');

const { nextTick } = process;

const QUEUE = 'socket';

let folder;

const addressOf = (address = '', port) => `${address.replace('::ffff:', '').replaceAll(':', '_')}.${port}`;

// Named by the end that writes.
function fileOf(from, to) {
  return path.join(folder, `${from}-${to}`);
}

const localOf = ({ localAddress, localPort }) => addressOf(localAddress, localPort);
const remoteOf = ({ remoteAddress, remotePort }) => addressOf(remoteAddress, remotePort);

// The file of one direction. It is closed with its socket.
class Stream {
  #file;

  constructor(socket) {
    socket.on('close', () => this.close());
  }

  get isOpen() {
    return this.#file !== undefined;
  }

  open(file, flags) {
    this.close();
    this.#file = openSync(file, flags, 0o600);
    return this;
  }

  close() {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  write(text) {
    writeSync(this.#file, text);
  }

  /** Returns what was written since it was read last. */
  read() {
    const bytes = Buffer.alloc(4096);
    let text = '';
    for (let count; (count = readSync(this.#file, bytes, 0, bytes.length, null)) > 0;) text += bytes.toString('latin1', 0, count);
    return text;
  }
}

/** Writes the flows of what is written on a socket. Before that is connected its lines wait for its address. */
class Writer {
  #lines = '';
  #stream;
  #latest; // {request, text} until the turn is over: its pieces are one message

  constructor(socket) {
    this.#stream = new Stream(socket);
    if (!socket.connecting && socket.localPort !== undefined) this.open(socket);
    socket.on('connect', () => this.open(socket));
  }

  open(socket) {
    this.#stream.open(fileOf(localOf(socket), remoteOf(socket)), 'w').write(this.#lines);
    this.#lines = '';
  }

  #textOf(request) {
    if (this.#latest?.request !== request) {
      const sent = send(QUEUE);
      this.#latest = sent && { request, text: sent.text };
      nextTick(() => { this.#latest = undefined; });
    }
    return this.#latest?.text;
  }

  /** Takes that the running code writes the bytes from `begin` to `end`. */
  add(begin, end) {
    const request = current()?.request;
    const text = request && this.#textOf(request);
    if (text === undefined) return;
    const line = `${begin} ${end} ${text}\n`;
    if (this.#stream.isOpen) this.#stream.write(line);
    else this.#lines += line;
  }
}

/** Says of the bytes that a socket has got to which messages they belong. */
class Reader {
  #socket;
  #take; // (text, socket): the context of a message with the flow `text`
  #stream;
  #rest = '';
  #ranges = []; // [{begin, end, text, taken}], in the order of the stream

  constructor(socket, take) {
    this.#socket = socket;
    this.#take = take;
    this.#stream = new Stream(socket);
  }

  #learn() {
    if (!this.#stream.isOpen) {
      const file = fileOf(remoteOf(this.#socket), localOf(this.#socket));
      if (!existsSync(file)) return;
      this.#stream.open(file, 'r');
    }
    const lines = (this.#rest + this.#stream.read()).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#add(line.split(' '));
  }

  #add([begin, end, text]) {
    const last = this.#ranges.at(-1);
    if (last?.text === text) last.end = Number(end);
    else this.#ranges.push({ begin: Number(begin), end: Number(end), text });
  }

  /** Returns [{from, to, context}] of the bytes from `begin` to `end`, counted from `begin`. */
  parts(begin, end) {
    this.#learn();
    this.#ranges = this.#ranges.filter((one) => one.end > begin);
    const parts = [];
    let at = begin;
    for (const range of this.#ranges.filter((one) => one.begin < end)) {
      if (range.begin > at) parts.push({ from: at - begin, to: range.begin - begin, context: OUTSIDE });
      const from = Math.max(at, range.begin);
      at = Math.min(range.end, end);
      range.taken ??= this.#take(range.text, this.#socket);
      parts.push({ from: from - begin, to: at - begin, context: range.taken });
    }
    if (at < end && parts.length > 0) parts.push({ from: at - begin, to: end - begin, context: OUTSIDE });
    return parts;
  }
}

/** Keeps the files in `to` from now on, a folder. */
function keepStreamsIn(to) {
  folder = to;
}

module.exports = { QUEUE, Reader, Writer, keepStreamsIn };
