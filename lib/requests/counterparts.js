'use strict';
// Tells of recorded requests what one does that another one does too, and whether they mean the same rows.
const { statementShape } = require('../trace/places.js');
const { isCommonHeader } = require('./effects/message-values.js');
const { flowOf, referenceOf } = require('./plan.js');
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

const isWhole = ({ class: kind }) => kind === 'A' || kind === 'D';
const meet = (some, others) => some.some((value) => others.map(String).includes(String(value)));

// Rows and columns that are not known may be any.
function effectsMeet(one, other) {
  if (one.table !== other.table) return false;
  const [keys, others] = [one.keys ?? {}, other.keys ?? {}];
  const isOther = (column) => Object.hasOwn(others, column) && !meet(keys[column], others[column]);
  if (Object.keys(keys).some(isOther)) return false;
  if (isWhole(one) || isWhole(other) || !one.columns || !other.columns) return true;
  return meet(one.columns, other.columns);
}

const isWrite = ({ class: kind }) => kind !== 'R';

// A statement with a condition that no row meets has only read: DELETE FROM shift WHERE id = 3 AND worker IS NULL.
const isVain = ({ class: kind, rows }) => kind !== 'R' && rows === 0;

/** Returns whether `reader` may read what `writer` changes; both are operations. */
function sees(reader, writer) {
  if (reader.store !== writer.store) return false;
  const reads = (reader.effects ?? []).filter((effect) => !isWrite(effect) || effect.class === 'U' || isVain(effect));
  return (writer.effects ?? []).filter(isWrite).some((effect) => reads.some((read) => effectsMeet(read, effect)));
}

/** Returns whether both operations change rows that may be the same. */
function collide(one, other) {
  const changes = ({ effects = [] }) => effects.filter(isWrite);
  if (one.store !== other.store) return false;
  return changes(one).some((change) => changes(other).some((its) => effectsMeet(change, its)));
}

const writes = ({ effects = [] }) => effects.some(isWrite);

/** Returns whether an operation has changed something, as far as the driver tells. */
const hasChanged = ({ effects = [] }) => effects.some((effect) => isWrite(effect) && !isVain(effect));

module.exports = {
  collide, counterpart, effectsMeet, hasChanged, isGrpc, isWrite, needsOf, sameSent, sees, sentBy, sourcesOf, textOf,
  writes,
};
