'use strict';
// Calls that the program makes as a client of HTTP/2. Their streams may belong to the context of the connection, so
// their events reach the listeners in that of the call.

const { promisify } = require('node:util');
const { current, isIn, within } = require('./context.js');
const { FLOW, expectAnswer, heard, joined, leftOutCall, nextCall } = require('./flows.js');
const { makeMark } = require('./marks.js');

const { apply, defineProperty, getPrototypeOf } = Reflect;

const contextOf = makeMark(); // of a stream: the context in which the program called request()
const decided = new WeakMap(); // headers whose flow a package has set -> its call, or undefined
const watched = new WeakSet(); // prototypes

/** Takes that `headers` need no flow: a package has put that of `call` into them, or has none for them. */
function decideFlow(headers, call) {
  decided.set(headers, call);
}

const define = (object, name, value) => defineProperty(object, name, {
  value: defineProperty(value, 'name', { value: name }) && value, writable: true, configurable: true, enumerable: false,
});

// Names of headers have any case.
function withFlow(headers, text) {
  const names = Object.keys(headers);
  const own = (wanted) => names.find((name) => name.toLowerCase() === wanted);
  const baggage = own('baggage');
  const isTraced = baggage !== undefined || own('traceparent') !== undefined;
  const traced = isTraced ? { [baggage ?? 'baggage']: joined(headers[baggage], text) } : undefined;
  return { ...headers, ...traced, [own(FLOW) ?? FLOW]: text };
}

// Newer versions take a list of names and values, too.
function listWithFlow(list, text) {
  const headers = {};
  for (let at = 0; at < list.length; at += 2) headers[String(list[at])] = list[at + 1];
  const { baggage } = withFlow(headers, text);
  const kept = list.filter((_, at) => String(list[at - (at % 2)]).toLowerCase() !== FLOW);
  return baggage === undefined ? [...kept, FLOW, text] : [...kept, FLOW, text, 'baggage', joined(undefined, text)];
}

const flowing = (headers, text) => (Array.isArray(headers) ? listWithFlow(headers, text) : withFlow(headers, text));

// Returns {call, given}: the call, if it belongs to a request, and the headers to send.
function callWith(headers) {
  if (decided.has(headers)) return { call: decided.get(headers), given: headers };
  if (typeof headers !== 'object' || headers === null) return { call: undefined, given: headers };
  const call = nextCall();
  const text = call?.text ?? leftOutCall();
  return { call, given: text === undefined ? headers : flowing(headers, text) };
}

function watchStreams(prototype) {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { emit } = prototype;
  define(prototype, 'emit', function (event) {
    if (event === 'response') heard(this);
    const context = contextOf.get(this);
    const isBound = context !== undefined && !isIn(context);
    return isBound ? within(context, emit, this, arguments) : apply(emit, this, arguments);
  });
}

function watchSession(session) {
  const prototype = getPrototypeOf(session);
  if (watched.has(prototype)) return session;
  watched.add(prototype);
  const { request } = prototype;
  define(prototype, 'request', function (headers = {}, ...more) {
    const { call, given } = callWith(headers);
    const stream = apply(request, this, [given, ...more]);
    if (call === undefined) return stream;
    watchStreams(getPrototypeOf(stream));
    expectAnswer(stream, call);
    if (given !== headers) contextOf.set(stream, current());
    return stream;
  });
  return session;
}

/** Watches the clients of the module http2, which does not export their classes. */
function watchHttp2Calls(exports) {
  const { connect } = exports;
  const connected = function (...args) {
    return watchSession(apply(connect, this, args));
  };
  const custom = connect[promisify.custom];
  const later = (...args) => custom(...args).then(watchSession);
  define(connected, promisify.custom, later);
  define(exports, 'connect', connected);
  defineProperty(exports, 'connect', { enumerable: true });
}

module.exports = { decideFlow, watchHttp2Calls };
