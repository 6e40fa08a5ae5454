'use strict';
// Sees the requests that servers of the program take in, and their responses. A request is bound to all that its
// listeners start, and to the events of its message and response: body parsers go on in the socket's context.

const { Body } = require('./bodies.js');
const { within, current, bound } = require('./context.js');
const { routeOf } = require('./routes.js');
const { tell } = require('./listeners.js');
const { siteBelow } = require('./sites.js');

const { apply } = Reflect;

const requests = new WeakMap(); // response of Node's -> request
const seen = new WeakSet(); // messages: servers may emit again what another server took in
const listened = new WeakMap(); // server -> call site of listen()

let recording;

class Request {
  constructor(message, response, via) {
    this.number = recording.next('request');
    this.via = via;
    this.method = message.method;
    this.target = message.originalUrl ?? message.url;
    this.headers = message.rawHeaders ?? Object.entries(message.headers ?? {}).flat();
    this.message = message;
    this.response = response;
    this.status = undefined;
    this.operations = 0;
    this.context = { request: this, site: undefined, quiet: false };
    this.answer = new Body();
    this.isEnding = false;
    this.isAnswered = false;
  }

  handler() {
    return routeOf(this.message);
  }

  writeHead(server) {
    const { number, method, target, headers, via } = this;
    recording.write({
      type: 'request', t: recording.now(), request: number, method, target, headers, via, server: listened.get(server),
    });
  }

  writeBody(body) {
    recording.write({ type: 'body', t: recording.now(), request: this.number, ...body.toJSON() });
  }

  writeResponse() {
    this.isAnswered = true;
    const { response, number } = this;
    this.status = response.statusCode;
    recording.write({
      type: 'response', t: recording.now(), request: number, status: this.status, head: headOf(response),
      handler: this.handler(), ...this.answer.toJSON(),
    });
    tell('response', this);
  }
}

// HTTP/1 keeps the head as it was sent; HTTP/2 has an object.
const headOf = (response) => (typeof response._header === 'string' ? response._header : response.getHeaders?.());

// Node's parser pushes each piece of the body. Its readers are left alone: a listener of 'data' would start the stream.
function watchBody(request, message) {
  const { push } = message;
  const body = new Body();
  message.push = function observed(chunk, encoding) {
    if (chunk !== null) body.add(chunk, encoding);
    else if (body.size > 0) request.writeBody(body);
    return apply(push, this, [chunk, encoding]);
  };
}

function bindEvents(emitter, request) {
  const { emit } = emitter;
  emitter.emit = function boundEmit(...args) {
    const isInside = current()?.request === request;
    return isInside ? apply(emit, this, args) : within(request.context, emit, this, args);
  };
}

/**
 * Records the request and calls serve() in its context; later if a listener holds it. `server`: the server that took
 * it in, or undefined. Returns the result of serve(), or a promise of it.
 */
function take(server, message, response, via, serve) {
  if (current()?.quiet || seen.has(message)) return serve();
  seen.add(message);
  const request = new Request(message, response, via);
  requests.set(response, request);
  watchBody(request, message);
  bindEvents(message, request);
  bindEvents(response, request);
  request.writeHead(server);
  const hold = tell('request', request);
  const go = () => within(request.context, serve, undefined, []);
  return hold ? hold.then(go) : go();
}

const TAKEN_IN = new Set(['request', 'checkContinue', 'checkExpectation']);

function watchServer(prototype, via) {
  const { emit, listen } = prototype;
  define(prototype, 'emit', function (event, message, response) {
    const self = this;
    const args = arguments;
    if (!TAKEN_IN.has(event) || typeof message !== 'object') return apply(emit, self, args);
    take(self, message, response, via, () => apply(emit, self, args));
    return true;
  });
  define(prototype, 'listen', function listenAt() {
    if (!listened.has(this)) listened.set(this, siteBelow(listenAt));
    return apply(listen, this, arguments);
  });
}

function define(prototype, name, value) {
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(prototype, name, { value, writable: true, configurable: true, enumerable: false });
}

function watchResponse(prototype) {
  const { write, end } = prototype;
  prototype.write = function (chunk, encoding) {
    const request = requests.get(this);
    if (request && !request.isEnding) request.answer.add(chunk, encoding);
    return apply(write, this, arguments);
  };
  prototype.end = function (chunk, encoding) {
    const request = requests.get(this);
    if (!request || request.isAnswered) return apply(end, this, arguments);
    request.isEnding = true; // end() of HTTP/2 calls write()
    if (chunk && typeof chunk !== 'function') request.answer.add(chunk, encoding);
    const result = apply(end, this, arguments);
    request.writeResponse();
    return result;
  };
}

// http2 does not export its classes.
function watchHttp2(exports) {
  const known = new Set();
  const watch = (server) => {
    const prototype = Object.getPrototypeOf(server);
    if (!known.has(prototype)) watchServer(prototype, 'http2');
    known.add(prototype);
    return server;
  };
  for (const name of ['createServer', 'createSecureServer']) {
    const create = exports[name];
    define(exports, name, function createWatched(...args) {
      return watch(apply(create, this, args));
    });
  }
  watchResponse(exports.Http2ServerResponse.prototype);
}

const WATCHERS = {
  http(exports) {
    watchServer(exports.Server.prototype, 'http');
    watchResponse(exports.ServerResponse.prototype);
  },
  https: (exports) => watchServer(exports.Server.prototype, 'http'),
  http2: watchHttp2,
};

/** Watches the servers of a built-in module, if it has some. */
function watchServers(name, exports, to) {
  recording = to;
  WATCHERS[name]?.(exports);
}

module.exports = { watchServers, take, bound };
