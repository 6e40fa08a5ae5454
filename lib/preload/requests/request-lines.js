'use strict';
// The lines of a request, of its body and of its response in the recording.

const { KINDS, TAGS } = require('../../trace/facts.js');
const { FLOW } = require('./flow-header.js');
const { ABSENT } = require('./recording.js');
const { quoted } = require('./quoted.js');

const { stringify } = JSON;
const KNOWN_STARTS = 100;

let recording;
let requestLine;
let bodyLine;
let responseLine;

const starts = new Map(); // call site of the server -> kind -> method -> JSON of these three, and its number
let countOfStarts = 0;

const startText = (method, via, at) => `,"method":${quoted(method)},"via":${quoted(via)}${
  at === undefined ? '' : `,"server":${quoted(at)}`}`;

function startOf(method, via, at) {
  const known = starts.get(at)?.get(via)?.get(method);
  if (known !== undefined) return known;
  const text = startText(method, via, at);
  if (++countOfStarts > KNOWN_STARTS) return { text, number: undefined }; // whoever calls chooses the method
  const start = { text, number: recording.numberOfPart(text) };
  if (!starts.has(at)) starts.set(at, new Map());
  if (!starts.get(at).has(via)) starts.get(at).set(via, new Map());
  starts.get(at).get(via).set(method, start);
  return start;
}

// Node's parser reads texts, and none has a NUL.
const listText = (headers) => headers.join('\0');

const latest = new WeakMap(); // socket -> { headers of its latest request, their number if they came twice }

function areEqual(one, other) {
  if (one.length !== other.length) return false;
  for (let at = one.length - 1; at >= 0; at--) if (one[at] !== other[at]) return false;
  return true;
}

// Clients send most headers again with each request on a connection. Returns the number of such a list, or undefined.
function numberOfList(headers, socket) {
  const before = latest.get(socket);
  if (before === undefined) {
    if (typeof socket === 'object' && socket !== null) latest.set(socket, { headers: headers.slice(), number: undefined });
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
function writeRequest({ number, flow, call, method, target, headers, message, via }, at, from) {
  const isList = via === 'http' && headers === message.rawHeaders;
  const own = isList && call !== undefined ? withoutFlow(headers) : headers;
  const known = isList ? numberOfList(own, message.socket) : undefined;
  const list = isList && known === undefined ? listText(own) : undefined;
  const json = isList ? undefined : stringify(headers);
  const t = recording.now();
  const start = startOf(method, via, at);
  const texts = [flow, call, target, list ?? json, from];
  if (start.number !== undefined && requestFacts(t, number, known, start.number, texts, list === undefined)) return;
  const { numbers } = recording;
  numbers[0] = t;
  numbers[1] = number;
  numbers[2] = known ?? ABSENT;
  requestLine(flow, call, target, list, json, start.text, from);
}

const sizeOf = (text) => (typeof text === 'string' ? text.length : 0);

function requestFacts(t, number, known, start, [flow, call, target, headers, from], isJson) {
  const { facts } = recording;
  const units = sizeOf(flow) + sizeOf(call) + sizeOf(target) + sizeOf(headers) + sizeOf(from);
  if (!facts.begin(4, 5, units)) return false;
  facts.number(t);
  facts.number(number);
  facts.number(known ?? ABSENT);
  facts.number(start);
  facts.text(flow, KINDS.text);
  facts.text(call, KINDS.text);
  facts.text(target, KINDS.text);
  facts.text(headers, isJson ? KINDS.json : KINDS.list);
  facts.text(from, KINDS.text);
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
  facts.number(t);
  facts.number(number);
  facts.number(size);
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
  const told = { t, number, sent, status: status ?? ABSENT, size };
  if (responseFacts(told, json ?? head, handler, content, json !== undefined)) return;
  const { numbers } = recording;
  numbers[0] = t;
  numbers[1] = number;
  numbers[2] = sent;
  numbers[3] = status ?? ABSENT;
  numbers[4] = size;
  responseLine(head, json, handler, content, cutText(size));
}

function responseFacts({ t, number, sent, status, size }, head, handler, content, isJson) {
  const { facts } = recording;
  const units = sizeOf(head) + sizeOf(handler) + (content === undefined ? 0 : content.length);
  if (!facts.begin(5, 3, units)) return false;
  facts.number(t);
  facts.number(number);
  facts.number(sent);
  facts.number(status);
  facts.number(size);
  facts.text(head, isJson ? KINDS.json : KINDS.text);
  facts.text(handler, KINDS.text);
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
