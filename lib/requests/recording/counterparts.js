'use strict';
// Tells of recorded requests what one does that another one does too, and on which requests they depend.
const { statementShape } = require('../../trace/places.js');
const { isCommonHeader } = require('../effects/message-values.js');
const { flowOf, referenceOf } = require('./flow.js');
const { placesOfAnswer } = require('./recorded.js');

const LEAST = 4; // characters of a value that says where it comes from

/** Returns the operation of `request` that does what the one with `number` does, or undefined. */
function counterpart(recording, request, number) {
  const { site, api, statement, nth } = referenceOf(recording, number);
  const alike = flowOf(request, [recording]).flatMap(({ operations }) => operations)
    .filter((one) => one.site === site && one.api === api && statementShape(one.statement) === statement);
  return alike[nth - 1]?.operation;
}

const textOf = ({ method, target, headers, body = '' }) => `${method} ${target}\n${headers.join('\n')}\n${body}`;

/** Returns the requests whose answers have values that `later` sends, from `earlier` on. */
function sourcesOf(recording, earlier, later) {
  const text = textOf(later);
  const known = [];
  const needs = [];
  for (const request of recording.requests.values()) {
    if (request.number >= later.number) break;
    known.push(textOf(request));
    const values = [...placesOfAnswer(request).values()].filter((value) => value.length >= LEAST);
    const isUsed = values.some((value) => text.includes(value) && !known.some((one) => one.includes(value)));
    known.push(values.join('\n'));
    if (isUsed && request.number >= earlier.number) needs.push(request.number);
  }
  return needs;
}

/**
 * Returns the requests between two whose answers have values that the later one sends: undefined if the earlier is one.
 */
function needsOf(recording, earlier, later) {
  const sources = sourcesOf(recording, earlier, later);
  return sources[0] === earlier.number ? undefined : sources;
}

const isOfUser = (name) => name === 'cookie' || !isCommonHeader(name);

/** Returns a text that is equal for requests to one handler that send the same, as the same user. */
function sentBy({ target, headers = [], body, base64 }) {
  const own = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index].toLowerCase();
    if (isOfUser(name)) own.push(`${name}: ${headers[index + 1]}`);
  }
  return JSON.stringify([target, body, base64, own.sort()]);
}

const sameSent = (one, other) => sentBy(one) === sentBy(other);

const GRPC = /^application\/grpc\b/;

/** Returns whether a request is a call of gRPC, which cannot be sent again. */
const isGrpc = ({ headers }) => headers.some((text, at) => (
  at % 2 === 1 && GRPC.test(text) && headers[at - 1].toLowerCase() === 'content-type'));

module.exports = { counterpart, isGrpc, needsOf, sameSent, sentBy, sourcesOf, textOf };
