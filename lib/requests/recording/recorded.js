'use strict';
// Reads what the recorder wrote about requests: what they sent, what they got, and the operations that they made. The
// numbers are those of the trace.
const { existsSync } = require('node:fs');
const path = require('node:path');

const { countOf } = require('../../analysis/counts.js');
const { linesOf } = require('../../trace/blocks.js');
const { ANSWER } = require('../../trace/protocol.js');
const { parsedJson } = require('../../trace/json.js');
const { placesOf } = require('../../trace/places.js');
const { recordedLines } = require('../effects/recorded.js');

/** Stands in the place of a store where a request only waits. */
const WAITS = { name: 'waits:', dialect: 'waits' };

/** Returns whether an operation is one on a store: a framework has no dialect. */
const isStore = ({ dialect }) => dialect !== undefined && dialect !== WAITS.dialect;

/** Returns the main file of a program, relative to its working directory, by the header of its trace. */
function mainOf({ argv, cwd } = {}) {
  return argv?.[1] === undefined ? undefined : path.relative(cwd, argv[1]) || '.';
}

// How a trace names a request, as far as it does.
const namesIn = ({ handler, shape, ordinal }) => ({ ...(handler && { handler }), shape, ordinal });

class Recording {
  requests = new Map(); // number -> request
  operations = new Map(); // number -> operation
  stores = new Map(); // number -> {name, dialect, package}
  schemas = new Map(); // name of a store -> its tables
  done = []; // {queue, id} of messages that consumers are done with, each as often
  sent = new Map(); // id of a message or call -> {request, t, queue}: what sent it
  consumes = new Set(); // queues of which each message goes to one consumer
  heard = new Map(); // id of a call -> when its answer came
  committed = new Set(); // numbers of transactions
  called = []; // {host, id, writes}: the first call to each host, and the first that may write there
  peers = []; // {host, port, protocol, production}: what the program has connected to; a Unix socket's host is its file
  ports = new Set(); // on which it listens
  leftOut = 0; // requests of routes that got very many
  isShared = false; // other processes listen on its port, too
  #sites = new Map(); // operation -> call site that was known after its call

  constructor(file) {
    this.file = file;
  }

  add(line) {
    const { type } = line;
    if (type === 'header') this.header = line;
    else if (type === 'store') this.stores.set(line.store, line);
    else if (type === 'schema') this.#schema(line);
    else if (type === 'consumer') this.consumes.add(line.group);
    else if (type === 'listen') this.#listens(line);
    else if (type === 'leftOut') this.leftOut += line.count;
    else if (type === 'called') this.called.push(line);
    else if (type === 'peer') this.peers.push(line);
    else if (type === 'request') this.#request(line);
    else if (type === 'body') Object.assign(this.requests.get(line.request) ?? {}, { body: line.body, base64: line.base64, cut: line.cut });
    else if (type === 'response') this.#response(line);
    else if (type === 'operation') this.#operation(line, this.stores.get(line.store));
    else if (type === 'site' || type === 'place') this.#site(line);
    else if (type === 'wait') this.#operation(line, WAITS);
    else if (type === 'message') this.#message(line);
  }

  /** Takes a line of the trace that was made of this recording. */
  addFromTrace({ type, operation, request, effects, transaction, how, inside, ...line }) {
    if (type === 'operation' && effects) {
      Object.assign(this.operations.get(operation) ?? {}, { effects, transaction, inside, isolation: line.isolation });
    }
    if (type === 'transaction' && how === 'commit') this.committed.add(transaction);
    if (type === 'request') Object.assign(this.requests.get(request) ?? {}, namesIn(line));
  }

  #schema({ store, table }) {
    const { name } = this.stores.get(store) ?? {};
    if (!this.schemas.has(name)) this.schemas.set(name, new Set());
    this.schemas.get(name).add(table);
  }

  #listens({ port, shared }) {
    this.isShared ||= shared === true;
    if (port !== undefined) this.ports.add(port);
  }

  #request({ request, flow, method, target, headers = [], via, from, server, t }) {
    const known = { number: request, flow, t, method, target, headers, via, from, server, operations: [] };
    this.requests.set(request, known);
  }

  #response({ request, status, head, body, handler, t }) {
    const known = this.requests.get(request);
    if (!known) return;
    Object.assign(known, { status, ms: t - known.t, response: responseOf({ head, body }), route: handler });
  }

  // A request has the id of the call or the message that it came by.
  #message({ t, how, queue, id, request }) {
    if (how === 'done') this.done.push({ queue, id });
    if (how === 'send') this.sent.set(id, { request, t, queue });
    const isAnswer = String(id).endsWith(ANSWER);
    if (how === 'receive' && isAnswer) this.heard.set(id.slice(0, -ANSWER.length), t);
    const isCall = how === 'receive' && !isAnswer;
    const known = isCall ? this.requests.get(request) : undefined;
    if (known) known.call ??= id;
  }

  #operation(line, { name = line.store, dialect } = {}) {
    const operation = { ...line, store: name, dialect };
    operation.shownSite = this.#sites.get(line.operation);
    this.operations.set(line.operation, operation);
    this.requests.get(line.request)?.operations.push(operation);
  }

  // Proofs know the operation by what was known at its call. The line may come before that of the operation, since the
  // call site is known with the result.
  #site({ type, operation, site }) {
    if (type === 'place' && this.#sites.has(operation)) return; // of a package, where the program's is not known
    this.#sites.set(operation, site);
    const known = this.operations.get(operation);
    if (known) known.shownSite = site;
  }

  /** True of a service that is not Node: a file of OTLP told of it. Nothing of it can be held. */
  get isForeign() {
    return this.header?.otlp !== undefined;
  }

  /** The program's main file, relative to its working directory. */
  get main() {
    return mainOf(this.header);
  }
}

// HTTP/1 keeps the head as text, HTTP/2 as an object.
function headersOf(head) {
  if (typeof head !== 'string') return head ?? {};
  const headers = {};
  for (const line of head.split('\r\n').slice(1)) {
    const at = line.indexOf(': ');
    if (at < 0) continue;
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 2);
    if (name === 'set-cookie') (headers[name] ??= []).push(value);
    else headers[name] = value;
  }
  return headers;
}

/** Returns the answer that a `response` line tells, {headers, body}. */
const responseOf = ({ head, body }) => ({ headers: headersOf(head), body });

function* objectsOf(file) {
  for (const line of linesOf(file)) {
    const object = parsedJson(line);
    if (object !== null && typeof object === 'object') yield object;
  }
}

// A server that has one request is made where that is sent (supertest). The line where another one listens sends none.
// A server of --serve gets all requests from other processes.
function dropListeners({ requests }, isServed) {
  const counts = countOf([...requests.values()].map(({ server }) => server));
  for (const request of requests.values()) {
    if (request.from === request.server && (isServed || counts.get(request.server) > 1)) request.from = undefined;
  }
}

/**
 * Returns the Recording from which `trace` was made (effects/index.js), with what only the trace tells. `isServed`: of
 * --serve.
 */
function readRecording(trace, { isServed = false } = {}) {
  const file = path.join(path.dirname(trace), path.basename(trace).replace(/^trace-/, 'recorded-'));
  const recording = new Recording(file);
  if (existsSync(file)) for (const line of recordedLines(file)) recording.add(line); // a trace may have come alone
  for (const line of objectsOf(trace)) recording.addFromTrace(line);
  dropListeners(recording, isServed);
  return recording;
}

/** Returns the values of a recorded answer with their places. */
const placesOfAnswer = ({ response }) => (response ? placesOf(response) : new Map());

module.exports = { WAITS, isStore, mainOf, readRecording, placesOfAnswer, responseOf };
