'use strict';
// Sees the requests that servers of the program take in, and their responses. A request is bound to all that its
// listeners start, and to the events of its message and response: body parsers go on in the socket's context.

const { NOT_RECORDED } = require('../../trace/protocol.js');
const { LEFT_OUT, within, withinLast, current, isOf } = require('./context.js');
const { flowOf, tellCall, watchAnswers, watchCalls } = require('./flows.js');
const { watchHttp2Calls } = require('./http2-calls.js');
const { HotRoutes } = require('./hot-routes.js');
const { StreamExchange } = require('./http2-streams.js');
const { markNew, markRequest, requestOf } = require('./marks.js');
const { Request, latestRequest, makeRequests, targetOf } = require('./request.js');
const { writeRequestsTo } = require('./request-lines.js');
const { tell } = require('./listeners.js');
const { recordListens, watchListen, writeListen, writeNotListening } = require('./listens.js');
const { senderOf } = require('./senders.js');

const { apply } = Reflect;

const bindings = new WeakSet(); // functions in the place of emit(), which look for the request themselves
const usual = { message: undefined, response: undefined }; // those of http

const isBinding = (emit) => emit === usual.message || emit === usual.response || bindings.has(emit);

let recording;
let latestLeftOut; // the message of the last request that was left out
let hot; // HotRoutes, or undefined: each request is recorded

// A mark costs as much as all else here. Node's parser pushes the first pieces of a body after it has told the request.
function taker(message) {
  const latest = latestRequest();
  return message === latest?.message ? latest : requestOf(message);
}

// Most programs answer in the context of the request.
function answerer(response) {
  const request = current()?.request;
  return request !== undefined && request.response === response ? request : requestOf(response);
}

// Node's parser pushes each piece of the body. Its readers are left alone: a listener of 'data' would start the stream.
const observing = (push) => function observed(chunk, encoding) {
  const request = taker(this);
  if (request !== undefined) {
    if (chunk === null) request.writeBody();
    else request.addToBody(chunk, encoding);
  }
  return apply(push, this, [chunk, encoding]);
};

// Returns the request of a message or response, unless the running code belongs to it or `listener` is Node's own.
function away(object, listener) {
  const latest = latestRequest();
  const isLatest = latest !== undefined && (object === latest.message || object === latest.response);
  const request = isLatest ? latest : requestOf(object);
  return request === undefined || listener === request.finishing || isOf(request) ? undefined : request;
}

// A property by its name costs a tenth of one by a text that varies.
function listenersIn(events, event) {
  switch (event) {
    case 'data': return events.data;
    case 'readable': return events.readable;
    case 'end': return events.end;
    case 'finish': return events.finish;
    case 'close': return events.close;
    default: return events[event];
  }
}

// Events that tell nothing of the other side, and come where the program has called the stream.
const isNodesOwn = (event) => event === 'resume' || event === 'prefinish' || event === 'socket';

// Node's stream does nothing of the program's after its 'end'. Who emits that before is somebody else.
const go = (stream, event) => (event === 'end' && stream.readableEnded === true ? withinLast : within);

// Events of a message or response reach their listeners in the context of the request. Most have no value: then the
// list of these costs half as much as `arguments`, until V8 has optimized all.
function binding(emit) {
  const { bind } = { __proto__: { emit }, bind(event, ...values) {
    const count = values.length;
    if (count === 0 && isNodesOwn(event)) return super.emit(event);
    const events = this._events;
    const listener = events && listenersIn(events, event);
    const request = listener === undefined ? undefined : away(this, listener);
    if (request !== undefined) return go(this, event)(request.context, emit, this, [event, ...values]);
    if (count === 0) return super.emit(event);
    return count === 1 ? super.emit(event, values[0]) : apply(emit, this, [event, ...values]);
  } };
  bindings.add(bind);
  return bind;
}

// A prototype that is not one of Node's: the object gets functions of its own.
function watchOne(object, names) {
  for (const name of names) define(object, name, WRAPPERS[name](object[name]));
}

const WRAPPERS = { push: observing, emit: binding };

function watchMessages(prototype) {
  define(prototype, 'push', observing(prototype.push));
  define(prototype, 'emit', binding(prototype.emit));
}

/**
 * Records the request and calls serve() in its context; later if a listener holds it. `server`: the server that took
 * it in, or undefined. Returns the result of serve(), or a promise of it.
 */
function take(server, message, response, via, serve) {
  if (isKnown(message)) return serve();
  const request = requestFor({ message, response, via });
  if (request === undefined) return serveLeftOut(message, via, serve);
  if (!isBinding(message.emit)) watchOne(message, ['push', 'emit']);
  if (!isBinding(response.emit)) watchOne(response, ['emit']);
  return begin(server, request, message, response, serve);
}

// Servers may emit what another one took in. The context of a request that is left out may be that of the connection.
function isKnown(message) {
  const context = current();
  return requestOf(message) !== undefined || message === latestLeftOut || (context?.quiet && context !== LEFT_OUT);
}

// Returns undefined for a request that is left out. What a recorded one calls is recorded, and what another one calls
// is not. A test that runs in this process may need what any answer says for what it sends next.
function requestFor(exchange) {
  const { message, via } = exchange;
  const { method } = message;
  const target = targetOf(message);
  const from = method && target ? senderOf(method, target) : undefined;
  const flow = flowOf(message);
  const mayLeaveOut = hot !== undefined && via !== 'inject' && from === undefined && typeof target === 'string';
  const route = mayLeaveOut ? hot.of(method, target) : undefined;
  if (route !== undefined && leavesOut(route, flow)) {
    hot.leftOut(route);
    return undefined;
  }
  hot?.tell(writeLeftOut);
  return new Request(exchange, flow, from, route);
}

const leavesOut = (route, { flow }) => (
  flow === NOT_RECORDED || (flow === undefined && route.leavesOut(recording.time())));

// Readers count requests by their shape, so that each is known again in another run.
const writeLeftOut = (facts) => recording.write({ type: 'leftOut', t: recording.now(), ...facts });

function serveLeftOut(message, via, serve) {
  latestLeftOut = message;
  return serveIn(LEFT_OUT, message, via, serve);
}

/** The same for a stream of HTTP/2 that the program answers itself, without a message and a response. */
function takeStream(server, [, stream, headers, , rawHeaders], serve) {
  if (isKnown(stream)) return serve();
  const exchange = new StreamExchange(stream, headers, rawHeaders);
  const request = requestFor({ message: exchange, response: exchange, via: 'http2' });
  if (request === undefined) return serveLeftOut(stream, 'http2', serve);
  watchStreams(Object.getPrototypeOf(stream));
  return begin(server, request, exchange, stream, serve);
}

// Node's parser does nothing of the program's afterwards. Others may emit a request, too.
function serveIn(context, message, via, serve) {
  const parser = via === 'http' ? message.socket?.parser : undefined;
  const go = parser?.incoming === message ? withinLast : within;
  return go(context, serve, undefined, []);
}

const serveLater = (hold, { context }, serve) => hold.then(() => within(context, serve, undefined, []));

function begin(server, request, message, response, serve) {
  markNew(message, request);
  markRequest(response, request);
  request.writeHead(server);
  const hold = tell('request', request);
  tellCall('sent', request);
  return hold ? serveLater(hold, request, serve) : serveIn(request.context, message, request.via, serve);
}

const isTakenIn = (event) => event === 'request' || event === 'checkContinue' || event === 'checkExpectation';

// With a listener of 'request' Node listens to 'stream' itself, and makes a request of it.
const answersStreams = (server) => server.listenerCount('stream') > 0 && server.listenerCount('request') === 0;

function watchServer(prototype, via) {
  const { emit, listen } = prototype;
  define(prototype, 'emit', function (event, message, response) {
    const self = this;
    const args = arguments;
    if (event === 'listening') writeListen(self, via);
    if (event === 'error' && message) writeNotListening(message);
    if (event === 'stream' && via === 'http2' && answersStreams(self)) {
      takeStream(self, args, () => apply(emit, self, args));
      return true;
    }
    if (!isTakenIn(event) || typeof message !== 'object') return apply(emit, self, args);
    take(self, message, response, via, () => apply(emit, self, args));
    return true;
  });
  define(prototype, 'listen', watchListen(listen));
}

// An enumerable one stays so: ES modules can import no others by their names.
function define(holder, name, value) {
  const { enumerable = false } = Object.getOwnPropertyDescriptor(holder, name) ?? {};
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(holder, name, { value, writable: true, configurable: true, enumerable });
}

function watchResponse(prototype) {
  const { write, end } = prototype;
  define(prototype, 'emit', binding(prototype.emit));
  prototype.write = function (chunk, encoding) {
    const request = answerer(this);
    request?.begin();
    if (request && !request.isEnding) request.addToAnswer(chunk, encoding);
    return apply(write, this, arguments);
  };
  prototype.end = function (chunk, encoding) {
    const request = answerer(this);
    if (!request || request.isAnswered) return apply(end, this, arguments);
    request.beginLast();
    request.isEnding = true; // end() of HTTP/2 calls write()
    if (chunk && typeof chunk !== 'function') request.addToAnswer(chunk, encoding);
    const result = apply(end, this, arguments);
    request.writeResponse();
    return result;
  };
}

const watchedStreams = new WeakSet(); // prototypes

// Of the streams that servers of HTTP/2 take in. Those of its compatibility API have no request.
function watchStreams(prototype) {
  if (watchedStreams.has(prototype)) return;
  watchedStreams.add(prototype);
  define(prototype, 'push', observing(prototype.push));
  watchResponse(prototype);
  const { emit } = prototype;
  define(prototype, 'emit', function (event) {
    if (event === 'close') requestOf(this)?.closed();
    return apply(emit, this, arguments);
  });
  for (const name of ['respond', 'respondWithFile', 'respondWithFD']) {
    const respond = prototype[name];
    define(prototype, name, function () {
      const request = requestOf(this);
      request?.begin();
      if (request && name !== 'respond') request.isFile = true;
      return apply(respond, this, arguments);
    });
  }
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
  watchHttp2Calls(exports);
  watchMessages(exports.Http2ServerRequest.prototype);
  watchResponse(exports.Http2ServerResponse.prototype);
}

const WATCHERS = {
  http(exports) {
    watchServer(exports.Server.prototype, 'http');
    watchMessages(exports.IncomingMessage.prototype);
    watchCalls(exports);
    watchAnswers(exports.ClientRequest.prototype);
    watchResponse(exports.ServerResponse.prototype);
    usual.message = exports.IncomingMessage.prototype.emit;
    usual.response = exports.ServerResponse.prototype.emit;
  },
  https(exports) {
    watchServer(exports.Server.prototype, 'http');
    watchCalls(exports);
  },
  http2: watchHttp2,
};

/** Watches the servers of a built-in module, if it has some. */
function watchServers(name, exports) {
  WATCHERS[name]?.(exports);
}

function recordServers(to, isWhole) {
  recording = to;
  hot = isWhole ? undefined : new HotRoutes();
  makeRequests(to);
  writeRequestsTo(to);
  recordListens(to);
}

module.exports = { recordServers, watchServers, watchResponse, take };
