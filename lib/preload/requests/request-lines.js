'use strict';
// The lines of a request, of its body and of its response in the recording.

const { KINDS, TAGS } = require('../../trace/facts.js');
const { FLOW } = require('./flow-header.js');
const { here } = require('./flows.js');
const { ABSENT } = require('./recording.js');
const { quoted } = require('./quoted.js');

const { stringify } = JSON;
const KNOWN_STARTS = 100;
const KNOWN_HANDLERS = 1000;

let recording;
let requestLine;
let bodyLine;
let responseLine;

const starts = new Map(); // call site of the server -> kind -> method -> JSON of these three, and its numbers
const handlers = new Map(); // route -> number of its JSON
let countOfStarts = 0;

const startText = (method, via, at) => `,"method":${quoted(method)},"via":${quoted(via)}${
  at === undefined ? '' : `,"server":${quoted(at)}`}`;

let latestStart = {};

function startOf(method, via, at) {
  const isSame = latestStart.method === method && latestStart.via === via && latestStart.at === at;
  if (!isSame) latestStart = findStart(method, via, at);
  return latestStart;
}

function findStart(method, via, at) {
  const known = starts.get(at)?.get(via)?.get(method);
  if (known !== undefined) return known;
  const start = { method, via, at, text: startText(method, via, at), number: undefined, numberOfOwn: undefined };
  if (++countOfStarts > KNOWN_STARTS) return start; // whoever calls chooses the method
  if (!starts.has(at)) starts.set(at, new Map());
  if (!starts.get(at).has(via)) starts.get(at).set(via, new Map());
  starts.get(at).get(via).set(method, start);
  return start;
}

// Most requests begin a flow: then that is known by the request's number.
function numberOfStart(start, isOwn) {
  const { text } = start;
  if (!isOwn) return start.number ??= recording.numberOfPart(text);
  return start.numberOfOwn ??= recording.numberOfPart(`${text},"own":${quoted(here)}`);
}

function numberOfHandler(handler) {
  const known = handlers.get(handler);
  if (known !== undefined) return known;
  const number = recording.numberOfPart(`,"handler":${quoted(handler)}`);
  if (handlers.size < KNOWN_HANDLERS) handlers.set(handler, number);
  return number;
}

// Node's parser reads texts, and none has a NUL.
const listText = (headers) => headers.join('\0');

const latestLists = new WeakMap(); // socket -> { headers of its latest request, their number if they came twice }

function areEqual(one, other) {
  if (one.length !== other.length) return false;
  for (let at = one.length - 1; at >= 0; at--) if (one[at] !== other[at]) return false;
  return true;
}

// Clients send most headers again with each request on a connection. Returns the number of such a list, or undefined.
function numberOfList(headers, socket) {
  const before = latestLists.get(socket);
  if (before === undefined) {
    if (typeof socket === 'object' && socket !== null) latestLists.set(socket, { headers: headers.slice(), number: undefined });
    return undefined;
  }
  const isKnown = areEqual(before.headers, headers);
  if (isKnown && before.number !== undefined) return before.number;
  before.headers = headers.slice(); // the program may change its own
  before.number = isKnown ? recording.numberOfList(listText(headers), headers) : undefined;
  return before.number;
}

// The flow's own header is different in each call, and known by `flow` and `call`.
function withoutFlow(headers) {
  const at = headers.lastIndexOf(FLOW);
  return at < 0 || at % 2 === 1 ? headers : headers.toSpliced(at, 2);
}

/** `at`: the call site at which the server listens; `from`: that of the code that sent the request; or undefined. */
function writeRequest(request, at, from) {
  const { number, call, method, target, headers, message, via } = request;
  const isList = via === 'http' && headers === message.rawHeaders;
  const own = isList && request.given !== undefined ? withoutFlow(headers) : headers;
  const known = isList ? numberOfList(own, message.socket) : undefined;
  const list = isList && known === undefined ? listText(own) : undefined;
  const json = isList ? undefined : stringify(headers);
  const t = recording.now();
  const start = startOf(method, via, at);
  if (requestFacts(t, request, known, start, list, json, from)) return;
  const { numbers } = recording;
  numbers[0] = t;
  numbers[1] = number;
  numbers[2] = known ?? ABSENT;
  requestLine(request.flow, call, target, list, json, start.text, from);
}

const sizeOf = (text) => (typeof text === 'string' ? text.length : 0);

function requestFacts(t, { number, given, call, target }, known, start, list, json, from) {
  const { facts } = recording;
  const part = numberOfStart(start, given === undefined);
  const units = sizeOf(given) + sizeOf(call) + sizeOf(target) + sizeOf(list ?? json) + sizeOf(from);
  if (part === undefined || !facts.begin(4, 5, units)) return false;
  facts.four(t, number, known ?? ABSENT, part);
  facts.maybe(given, KINDS.text);
  facts.maybe(call, KINDS.text);
  facts.text(target, KINDS.text);
  facts.maybe(list ?? json, list === undefined ? KINDS.json : KINDS.list);
  facts.maybe(from, KINDS.text);
  facts.end(TAGS.request);
  return true;
}

// Returns the whole size of a body that is cut.
const sizeOfCut = (body) => (body !== undefined && body.isCut ? body.size : ABSENT);

const cutText = (size) => (size === ABSENT ? undefined : 'true');

function writeBody({ number }, kept) {
  const t = recording.now();
  const size = sizeOfCut(kept);
  const { content } = kept;
  if (bodyFacts(t, number, size, content)) return;
  const { numbers } = recording;
  numbers[0] = t;
  numbers[1] = number;
  numbers[2] = size;
  bodyLine(content, cutText(size));
}

function bodyFacts(t, number, size, content) {
  const { facts } = recording;
  if (!facts.begin(3, 1, content === undefined ? 0 : content.length)) return false;
  facts.three(t, number, size);
  facts.content(content);
  facts.end(TAGS.body);
  return true;
}

// HTTP/1 keeps the head as it was sent; HTTP/2 has an object.
function writeResponse(request) {
  const { response, number, sent, status, answer } = request;
  const { _header: head } = response;
  const headers = typeof head === 'string' ? undefined : response.getHeaders?.();
  const json = headers && stringify(headers);
  const handler = request.handler();
  const t = recording.now();
  const size = sizeOfCut(answer);
  const content = answer?.content;
  if (responseFacts(t, request, size, json ?? head, handler, content, json !== undefined)) return;
  const { numbers } = recording;
  numbers[0] = t;
  numbers[1] = number;
  numbers[2] = sent;
  numbers[3] = status ?? ABSENT;
  numbers[4] = size;
  responseLine(head, json, handler, content, cutText(size));
}

function responseFacts(t, { number, sent, status }, size, head, handler, content, isJson) {
  const { facts } = recording;
  const part = typeof handler === 'string' ? numberOfHandler(handler) : ABSENT;
  const units = sizeOf(head) + (content === undefined ? 0 : content.length);
  if (part === undefined || !facts.begin(6, 2, units)) return false;
  facts.three(t, number, sent);
  facts.three(status ?? ABSENT, size, part);
  if (typeof head === 'string' && !isJson) facts.head(head);
  else facts.text(head, KINDS.json);
  facts.content(content);
  facts.end(TAGS.response);
  return true;
}

const REQUEST = ['t:ms', 'request:number', 'flow:text', 'call:text', 'target:text', 'headers:number', 'headers:list',
  'headers:json', ':json', 'from:text'];
const BODY = ['body:bytes', 'cut:json', 'size:number'];

function writeRequestsTo(to) {
  recording = to;
  requestLine = to.form('request', REQUEST);
  bodyLine = to.form('body', ['t:ms', 'request:number', ...BODY]);
  responseLine = to.form('response', [
    't:ms', 'request:number', 'sent:ms', 'status:number', 'head:text', 'head:json', 'handler:text', ...BODY]);
}

module.exports = { writeBody, writeRequest, writeRequestsTo, writeResponse };
