'use strict';
// Calls that the program makes by fetch() and undici, which tell each request before it is sent. OpenTelemetry listens
// to that as well, and adds `traceparent` and `baggage` only then.
const diagnostics = require('node:diagnostics_channel');

const { FLOW, callTo, expectAnswer, heard, joined, nextCall, noteAddress, noteTrace, ownCall } = require('./flows.js');

const { apply, getPrototypeOf } = Reflect;
const { isArray } = Array;

const LONGEST = 'traceparent'.length;
const watched = new WeakSet(); // prototypes

// Headers are a text, or a list of names and values with newer versions.
function valueOf({ headers }, wanted) {
  if (!isArray(headers)) return new RegExp(`^${wanted}: *(.*)$`, 'im').exec(String(headers))?.[1];
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1];
  }
  return undefined;
}

function setBaggage(request, value, before) {
  const { headers } = request;
  if (isArray(headers)) headers[headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === 'baggage') + 1] = value;
  else request.headers = headers.replace(`baggage: ${before}\r\n`, `baggage: ${value}\r\n`);
}

// One header has the flow and what the program passes on: a service may read only the first of two.
function addTraced(addHeader, request, name, value, { text }) {
  const before = valueOf(request, 'baggage');
  if (name === 'baggage' && before !== undefined) {
    setBaggage(request, joined(`${value},${before}`, text), before);
    return;
  }
  apply(addHeader, request, [name, name === 'baggage' ? joined(value, text) : value]);
  if (name === 'traceparent' && before === undefined) apply(addHeader, request, ['baggage', joined(undefined, text)]);
}

function watchHeaders(prototype) {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { addHeader } = prototype;
  const value = {
    addHeader(key, value) {
      const name = typeof key === 'string' && key.length <= LONGEST ? key.toLowerCase() : undefined;
      const call = name === 'traceparent' || name === 'baggage' ? callTo(this) : undefined;
      if (call === undefined) return apply(addHeader, this, arguments);
      if (name === 'traceparent') noteTrace(value, call.request);
      addTraced(addHeader, this, name, value, call);
      return this;
    },
  }.addHeader;
  Object.defineProperty(prototype, 'addHeader', { value, writable: true, configurable: true, enumerable: false });
}

function begin({ request }) {
  if (typeof request?.addHeader !== 'function') return;
  const call = nextCall();
  if (call === undefined) {
    const own = ownCall();
    if (own !== undefined) request.addHeader(FLOW, own);
    return;
  }
  request.addHeader(FLOW, call.text);
  const [trace, baggage] = [valueOf(request, 'traceparent'), valueOf(request, 'baggage')];
  noteTrace(trace, call.request);
  if (trace !== undefined || baggage !== undefined) request.addHeader('baggage', joined(undefined, call.text));
  watchHeaders(getPrototypeOf(request));
  expectAnswer(request, call);
  noteAddress(call, String(request.origin).replace(/^.*\/\//, ''), request.method);
}

/** Watches the calls of fetch() and undici. */
function watchFetch() {
  diagnostics.subscribe('undici:request:create', begin);
  diagnostics.subscribe('undici:request:headers', ({ request }) => heard(request));
}

module.exports = { watchFetch };
