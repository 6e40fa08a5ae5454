'use strict';
// The lines of a request, of its body and of its response in the recording.

const { KINDS, TAGS } = require('../../trace/facts.js');
const { FLOW } = require('../../trace/protocol.js');
const { unitsOf } = require('./facts.js');
const { here } = require('./flows.js');
const { ABSENT } = require('./recording.js');
const { quoted } = require('./quoted.js');

const { stringify } = JSON;
const KNOWN_STARTS = 100;
const KNOWN_HANDLERS = 1000;
const MOST_KINDS = 8; // of requests on a socket

let recording;

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
  const text = startText(method, via, at);
  const start = { method, via, at, text, number: undefined, ofOwn: undefined, numberOfOwn: undefined };
  if (++countOfStarts > KNOWN_STARTS) return start; // whoever calls chooses the method
  if (!starts.has(at)) starts.set(at, new Map());
  if (!starts.get(at).has(via)) starts.get(at).set(via, new Map());
  starts.get(at).get(via).set(method, start);
  return start;
}

// Most requests begin a flow: then that is known by the request's number.
function numberOfStart(start, isOwn) {
  if (!isOwn) return (start.number ??= recording.numberOfPart(start.text)) ?? recording.numberOnce(start.text);
  const text = start.ofOwn ??= `${start.text},"own":${quoted(here)}`;
  return (start.numberOfOwn ??= recording.numberOfPart(text)) ?? recording.numberOnce(text);
}

function numberOfHandler(handler) {
  const known = handlers.get(handler);
  if (known !== undefined) return known;
  const text = `,"handler":${quoted(handler)}`;
  const number = recording.numberOfPart(text);
  if (number === undefined) return recording.numberOnce(text);
  if (handlers.size < KNOWN_HANDLERS) handlers.set(handler, number);
  return number;
}

// Node's parser reads texts, and none has a NUL.
const listText = (headers) => headers.join('\0');

// A private field would change the hidden class of sockets, and slow down Node's own code.
const latestLists = new WeakMap(); // of a socket: [{ headers, their number if they came twice }], the latest last

// `skipped`: where the two items are that `other` does not have; behind all, if there are none.
function areEqual(headers, skipped, other) {
  const { length } = other;
  if (headers.length !== (skipped < headers.length ? length + 2 : length)) return false;
  for (let at = length - 1; at >= 0; at--) if (headers[at < skipped ? at : at + 2] !== other[at]) return false;
  return true;
}

// The program may change its own list.
const copyWithout = (headers, skipped) => headers.toSpliced(skipped, 2);

// Clients send most headers again with each request of a kind, and have few kinds on a connection. Returns the number
// of such a list, or undefined.
function numberOfList(headers, skipped, socket) {
  if (typeof socket !== 'object' || socket === null) return undefined;
  const lists = latestLists.get(socket);
  if (lists === undefined) {
    latestLists.set(socket, [{ headers: copyWithout(headers, skipped), number: undefined }]);
    return undefined;
  }
  for (let at = lists.length - 1; at >= 0; at--) {
    const known = lists[at];
    if (!areEqual(headers, skipped, known.headers)) continue;
    return known.number ??= recording.numberOfList(listText(known.headers), known.headers);
  }
  if (lists.length === MOST_KINDS) lists.shift();
  lists.push({ headers: copyWithout(headers, skipped), number: undefined });
  return undefined;
}

// The flow's own header is different in each call, and known by `flow` and `call`. Returns where it is, or the length.
function placeOfFlow(headers, given) {
  const at = given === undefined ? -1 : headers.lastIndexOf(FLOW);
  return at < 0 || at % 2 === 1 ? headers.length : at;
}

/** `at`: the call site at which the server listens; `from`: that of the code that sent the request; or undefined. */
function writeRequest(request, at, from) {
  const { number, call, method, target, headers, message, via } = request;
  const isList = via === 'http' && headers === message.rawHeaders;
  const skipped = isList ? placeOfFlow(headers, request.given) : 0;
  const known = isList ? numberOfList(headers, skipped, message.socket) : undefined;
  const list = isList && known === undefined ? listText(copyWithout(headers, skipped)) : undefined;
  const json = isList ? undefined : stringify(headers);
  const { facts } = recording;
  const { given } = request;
  const t = recording.time();
  const part = numberOfStart(startOf(method, via, at), given === undefined);
  const units = unitsOf(given) + unitsOf(call) + unitsOf(target) + unitsOf(list ?? json) + unitsOf(from);
  facts.begin(4, 5, units);
  facts.four(t, number, known ?? ABSENT, part);
  facts.maybe(given, KINDS.text);
  facts.maybe(call, KINDS.text);
  facts.text(target, KINDS.text);
  facts.maybe(list ?? json, list === undefined ? KINDS.json : KINDS.list);
  facts.maybe(from, KINDS.text);
  facts.end(TAGS.request);
}

// Returns the whole size of a body that is cut.
const sizeOfCut = (body) => (body !== undefined && body.isCut ? body.size : ABSENT);

function writeBody({ number }, kept) {
  const { facts } = recording;
  const { content } = kept;
  const t = recording.time();
  facts.begin(3, 1, content === undefined ? 0 : content.length);
  facts.three(t, number, sizeOfCut(kept));
  facts.content(content);
  facts.end(TAGS.body);
}

// HTTP/1 keeps the head as it was sent; HTTP/2 has an object.
function writeResponse(request) {
  const { facts } = recording;
  const { response, number, sent, status, answer } = request;
  const { _header: head } = response;
  const headers = typeof head === 'string' ? undefined : response.getHeaders?.();
  const json = headers && stringify(headers);
  const handler = request.handler();
  const t = sent === ABSENT ? recording.time() : sent; // the clock costs as much as many a function here
  const part = typeof handler === 'string' ? numberOfHandler(handler) : ABSENT;
  const content = answer?.content;
  facts.begin(6, 2, unitsOf(json ?? head) + (content === undefined ? 0 : content.length));
  facts.three(t, number, sent);
  facts.three(status ?? ABSENT, sizeOfCut(answer), part);
  if (json === undefined && typeof head === 'string') facts.head(head);
  else facts.text(json, KINDS.json);
  facts.content(content);
  facts.end(TAGS.response);
}

function writeRequestsTo(to) {
  recording = to;
}

module.exports = { writeBody, writeRequest, writeRequestsTo, writeResponse };
