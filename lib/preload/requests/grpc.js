'use strict';
// Calls by @grpc/grpc-js. Those that wait for the connection are all sent in one context, that of the first perhaps. So
// the flow is put into a call's metadata where the program makes the call. The server needs nothing of its own: a call
// is a stream of HTTP/2 there.

const { bound, current } = require('./context.js');
const { FLOW, joined, leftOutCall, nextCall } = require('./flows.js');
const { decideFlow } = require('./http2-calls.js');

const { apply, defineProperty } = Reflect;
const CALLBACKS = ['onReceiveMetadata', 'onReceiveMessage', 'onReceiveStatus'];

const open = new Map(); // the flow, as it is sent -> call without a status

// The program may make several calls with one object.
function withFlow(metadata, text) {
  const own = metadata.clone();
  own.set(FLOW, text);
  const baggage = own.get('baggage');
  if (baggage.length > 0 || own.get('traceparent').length > 0) own.set('baggage', joined(baggage.join(','), text));
  return own;
}

// The package tells kinds of listeners by the number of parameters.
function inContext(callback, context) {
  const wrapped = bound(callback, context);
  return defineProperty(wrapped, 'length', { value: callback.length }) && wrapped;
}

// Answers come in the context of the connection.
function listenerIn(listener, context, onStatus) {
  const own = Object.create(listener ?? null);
  for (const name of CALLBACKS) {
    if (typeof own[name] === 'function') own[name] = inContext(own[name], context);
  }
  const { onReceiveStatus } = own;
  own.onReceiveStatus = function (status) {
    onStatus();
    return onReceiveStatus === undefined ? undefined : apply(onReceiveStatus, this, [status]);
  };
  return own;
}

function startOf(start) {
  return function (metadata, listener) {
    const context = current();
    const call = nextCall();
    if (call) open.set(call.text, call);
    const text = call?.text ?? leftOutCall();
    const given = text === undefined ? metadata : withFlow(metadata, text);
    return apply(start, this, [given, listenerIn(listener, context, () => open.delete(call?.text))]);
  };
}

/** Of a package that makes calls to other servers: returns an object whose start(metadata, listener) begins a call. */
function call(spec, original) {
  return function makeCall(...args) {
    const made = apply(original, this, args);
    const value = startOf(made.start);
    defineProperty(made, 'start', { value, writable: true, configurable: true, enumerable: false });
    return made;
  };
}

/** Returns the headers of HTTP/2 that are sent for the metadata of a call: they carry its flow, or none. */
function callHeaders(spec, original) {
  return function makeHeaders(...args) {
    const headers = apply(original, this, args);
    decideFlow(headers, open.get(String(headers[FLOW]))); // older versions have lists
    return headers;
  };
}

module.exports = { call, callHeaders };
