'use strict';
// Flows: one id goes from a request through the calls that it makes to other servers, in a header of its own, and as a
// member of `baggage` where the program has that or `traceparent`: services in other languages pass it on. Each call
// and each answer is a message too, which orders the clocks of processes (docs/reference/requests-format.md, Flows).

const { randomBytes } = require('node:crypto');
const { ANSWER, CALLS, FLOW, NOT_RECORDED, ownFlow, SERVED } = require('../../trace/protocol.js');
const { KINDS, TAGS } = require('../../trace/facts.js');
const { current, isLeftOut } = require('./context.js');
const { unitsOf } = require('./facts.js');
const { beginWait, isHeldBack } = require('./http-waits.js');
const { makeMark } = require('./marks.js');
const { tellWork } = require('./listeners.js');
const { noteCall } = require('./senders.js');

const { apply } = Reflect;

const MEMBER = new RegExp(`(?:^|,)\\s*${FLOW}=([^,;\\s]+)[^,]*`, 'g');
const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-/; // in traceparent
const here = randomBytes(6).toString('hex');
const HERE = `,"here":"${here}"`; // JSON that the calls of this process have

// The tests of a suite, which send requests as well, are recorded like services.
const isServed = process.env[SERVED] === '1';
const outgoingCall = makeMark();

const called = new Set(); // addresses, once more with a method that may write
const MOST_ADDRESSES = 40;
const READING = /^(?:GET|HEAD|OPTIONS|TRACE)$/i;

let calls = 0;
let recording;
let upgraded; // listener(socket)

/** Returns {flow, call} of a text such as "9f3c55aa01b2-7/9f3c55aa01b2.12". */
function parsed(text) {
  const given = String(text);
  const at = given.indexOf('/'); // split() costs as much as all else here
  if (at < 0) return { flow: given, call: undefined };
  const end = given.indexOf('/', at + 1);
  return { flow: given.slice(0, at), call: given.slice(at + 1, end < 0 ? given.length : end) };
}

// The latest member: an earlier call's may have been passed on. Libraries of OpenTelemetry write "%2F" for a slash.
function memberOf(baggage) {
  if (baggage === undefined) return undefined;
  const text = [...String(baggage).matchAll(MEMBER)].at(-1)?.[1];
  return text?.replace(/%2f/gi, '/');
}

const NEW = { flow: undefined, call: undefined };

/** Returns {flow, call} of a message that a server takes in: the caller's, or neither of them. */
function flowOf({ headers = {} }) {
  const text = headers[FLOW] ?? memberOf(headers.baggage);
  return text === undefined ? NEW : parsed(text);
}

/** Returns the id of the flow that the request of this number begins. */
const newFlow = (number) => `${here}-${number}`;

/** Writes that `request` sends or receives the message `id` of a queue, or is done with it. */
function writeMessage(how, id, request, queue = CALLS) {
  const { facts } = recording;
  facts.begin(2, 3, how.length + queue.length + unitsOf(id));
  facts.two(recording.time(), request.number);
  facts.text(how, KINDS.text);
  facts.text(queue, KINDS.text);
  facts.text(id, KINDS.text);
  facts.end(TAGS.message);
}

/** Writes, before the first piece of a request's answer is sent, that the answer was. */
function answered(request) {
  if (request.call !== undefined) writeMessage('send', `${request.call}${ANSWER}`, request);
}

/**
 * Takes that a server has got a call that another request made ('sent'), or has answered it ('done'): its caller may go
 * on meanwhile.
 */
function tellCall(how, request) {
  if (request.call !== undefined) tellWork(how, request, CALLS, request.call);
}

/**
 * Returns {request, number, text} of a call that the running code makes now, and writes it as a message. `text` is to
 * be sent as the header FLOW. The calls of the tool, and of code that no request started, have no flow: undefined.
 */
function nextCall() {
  const context = current();
  const request = context?.request;
  if (request === undefined || context.quiet) return undefined;
  const number = ++calls;
  writeCall(TAGS.call, request, number);
  return { request, number, text: `${request.flow}/${here}.${number}` };
}

// Of calls of this process only the number differs.
function writeCall(tag, request, number) {
  const part = recording.numberOfPart(HERE) ?? recording.numberOnce(HERE);
  const { facts } = recording;
  facts.begin(4, 0, 0);
  facts.four(recording.time(), request.number, number, part);
  facts.end(tag);
}

const leftOutIn = (context) => (isLeftOut(context) ? NOT_RECORDED : undefined);

/** Returns what is to be sent as the header FLOW of a call that a request makes which is left out, or undefined. */
const leftOutCall = () => leftOutIn(current());

/**
 * The same for a call by HTTP/1 or fetch that no recorded request makes: one that a service makes by itself has a flow,
 * too.
 */
function ownCall() {
  const context = current();
  if (context?.quiet) return leftOutIn(context);
  return isServed && context?.request === undefined ? ownFlow(here, ++calls) : undefined;
}

/**
 * Notes the host that a call goes to, and its method. The first call to each host is written, which tells whether that
 * takes part, and the first one that may write there.
 */
function noteAddress({ number }, host, method) {
  const writes = READING.test(method) ? undefined : true;
  const key = writes ? `writing ${host}` : host;
  if (called.has(key) || called.size === MOST_ADDRESSES) return;
  called.add(key);
  recording.write({ type: 'called', t: recording.now(), host, id: `${here}.${number}`, writes });
}

/** The same for a message that `request` sends to a queue: {request, call, text}. */
function callOf(request, queue) {
  const call = `${here}.${++calls}`;
  writeMessage('send', call, request, queue);
  return { request, call, text: `${request.flow}/${call}` };
}

/** Ties a call to the object that its answer comes to. */
function expectAnswer(outgoing, call) {
  outgoingCall.set(outgoing, call);
}

/** Returns the call that goes out by an object, until its answer comes. */
const callTo = (outgoing) => outgoingCall.get(outgoing);

/** Writes that the answer to a call has come. */
function heard(outgoing) {
  const call = outgoingCall.get(outgoing);
  if (call === undefined) return;
  outgoingCall.set(outgoing, undefined);
  writeCall(TAGS.answer, call.request, call.number);
}

/** Returns the header `baggage` with the flow as a member, in the place of one that was passed on. */
function joined(baggage = '', text) {
  const others = String(baggage).replace(MEMBER, '').replace(/^\s*,/, '');
  return `${others === '' ? '' : `${others},`}${FLOW}=${text}`;
}

// Headers that were given as a list are text already.
function addToText(outgoing, text) {
  const { _header: head } = outgoing;
  if (typeof head === 'string' && !outgoing._headerSent) outgoing._header = head.replace('\r\n', `\r\n${FLOW}: ${text}\r\n`);
}

function addHeaders(outgoing, text) {
  if (outgoing.headersSent) {
    addToText(outgoing, text);
    return;
  }
  outgoing.setHeader(FLOW, text);
  const baggage = outgoing.getHeader('baggage');
  const isTraced = baggage !== undefined || outgoing.getHeader('traceparent') !== undefined;
  if (isTraced) outgoing.setHeader('baggage', joined(baggage, text));
}

/** Writes the trace in `traceparent` of a request's call: a service in another language tells its spans by that. */
function noteTrace(traceparent, { flow }) {
  const trace = TRACE.exec(traceparent ?? '')?.[1];
  if (trace !== undefined) recording.write({ type: 'trace', t: recording.now(), flow, trace });
}

function begin(outgoing) {
  const call = nextCall();
  try {
    if (call === undefined) {
      const own = ownCall();
      if (own !== undefined) outgoing.setHeader(FLOW, own);
      return;
    }
    addHeaders(outgoing, call.text);
    noteTrace(outgoing.getHeader('traceparent'), call.request);
    expectAnswer(outgoing, call);
    noteAddress(call, outgoing.getHeader('host'), outgoing.method);
  } catch {
    // the program has frozen or sent it
  }
}

/** Watches the calls that http or https make. */
function watchCalls(exports) {
  const { request } = exports;
  const made = {
    request(...args) {
      const outgoing = apply(request, this, args);
      noteCall(outgoing.method, outgoing.path, made.request);
      begin(outgoing);
      beginWait(outgoing, made.request);
      return outgoing;
    },
    get(...args) {
      const outgoing = apply(made.request, this, args);
      outgoing.end();
      return outgoing;
    },
  };
  Object.assign(exports, made);
}

/** Watches the answers to calls. */
function watchAnswers(prototype) {
  const { emit } = prototype;
  const value = function (event) {
    if (isHeldBack(this, event, () => apply(value, this, arguments))) return true;
    if (event === 'response') heard(this);
    else if (event === 'upgrade') upgraded?.(arguments[2]);
    return apply(emit, this, arguments);
  };
  Object.defineProperty(value, 'name', { value: 'emit' });
  Object.defineProperty(prototype, 'emit', { value, writable: true, configurable: true, enumerable: false });
}

/** Calls listener(socket) when a server has agreed to go on with another protocol on a call's socket. */
function onUpgrade(listener) {
  upgraded = listener;
}

function recordFlows(to) {
  recording = to;
}

module.exports = {
  FLOW, answered, callOf, callTo, expectAnswer, flowOf, heard, here, joined, leftOutCall, newFlow, nextCall,
  noteAddress, noteTrace, onUpgrade, ownCall, parsed, recordFlows, tellCall, watchAnswers, watchCalls, writeMessage,
};
