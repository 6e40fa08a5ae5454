'use strict';
// Reads the spans of a file of OTLP: JSON, one object or one a line, or Protocol Buffers, one message or messages with
// their size before them, as the file exporter of OpenTelemetry's collector writes them.
const fs = require('node:fs');

const { UserError } = require('../../errors/index.js');
const shapes = require('../../files/shape.js');
const messages = require('../../messages/index.js');
const { readMessage } = require('./wire.js');

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const MESSAGE_TAG = 0x0a; // of the first field, which both kinds of messages with spans begin with

const text = (bytes) => bytes.toString('utf8');
const hex = (bytes) => bytes.toString('hex');
const signed = (bits) => BigInt.asIntN(64, bits);
const double = (bits) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(bits);
  return bytes.readDoubleLE();
};
const inner = (fields) => (bytes) => readMessage(bytes, fields());

// opentelemetry/proto/common/v1/common.proto and trace/v1/trace.proto.
const VALUE = () => ({
  1: { name: 'stringValue', as: text }, 2: { name: 'boolValue', as: Boolean }, 3: { name: 'intValue', as: signed },
  4: { name: 'doubleValue', as: double }, 5: { name: 'arrayValue', as: inner(() => ({ 1: { name: 'values[]', as: inner(VALUE) } })) },
});
const ATTRIBUTE = () => ({ 1: { name: 'key', as: text }, 2: { name: 'value', as: inner(VALUE) } });
const SPAN = () => ({
  1: { name: 'traceId', as: hex }, 2: { name: 'spanId', as: hex }, 4: { name: 'parentSpanId', as: hex }, 5: { name: 'name', as: text },
  6: { name: 'kind', as: Number }, 7: { name: 'startTimeUnixNano', as: String }, 8: { name: 'endTimeUnixNano', as: String },
  9: { name: 'attributes[]', as: inner(ATTRIBUTE) },
});
const SCOPE = () => ({ 2: { name: 'spans[]', as: inner(SPAN) } });
const RESOURCE = () => ({ 1: { name: 'attributes[]', as: inner(ATTRIBUTE) } });
const SPANS = () => ({ 1: { name: 'resource', as: inner(RESOURCE) }, 2: { name: 'scopeSpans[]', as: inner(SCOPE) } });
const EXPORT = { 1: { name: 'resourceSpans[]', as: inner(SPANS) } };

function sized(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.length - at < 4 ? 0 : bytes.readUInt32BE(at);
    if (size === 0 || at + 4 + size > bytes.length) throw new Error('a message is cut');
    parts.push(readMessage(bytes.subarray(at + 4, at + 4 + size), EXPORT));
    at += 4 + size;
  }
  return parts;
}

function exportsIn(bytes) {
  const start = bytes.toString('utf8', 0, 64).trimStart()[0];
  if (start !== '{') return bytes[0] === MESSAGE_TAG ? [readMessage(bytes, EXPORT)] : sized(bytes);
  const whole = bytes.toString('utf8');
  try {
    return [JSON.parse(whole)];
  } catch {
    return whole.split('\n').filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  }
}

function plainValue({ stringValue, boolValue, intValue, doubleValue, arrayValue } = {}) {
  if (arrayValue) return (arrayValue.values ?? []).map(plainValue);
  if (intValue !== undefined) return Number(intValue);
  const value = stringValue ?? boolValue ?? doubleValue;
  if (value !== null && typeof value === 'object') throw new Error('the value of an attribute is an object');
  return value;
}

const plainAttributes = (list = []) => Object.fromEntries(list.map(({ key, value }) => [key, plainValue(value)]));

// Unsigned, with 64 bits.
function milliseconds(nano) {
  const whole = BigInt(nano);
  if (whole !== BigInt.asUintN(64, whole)) throw new Error(`${nano} is not a time in nanoseconds`);
  return Number(whole / 1000n) / 1000;
}

const TEXT = shapes.maybe(shapes.text);
const SPAN_TEXTS = shapes.object({ traceId: TEXT, spanId: TEXT, parentSpanId: TEXT, name: TEXT });

// A kind is a number or, in JSON, its name. Milliseconds have fractions.
function plainSpan({ kind = 0, startTimeUnixNano, endTimeUnixNano, attributes, ...span }, resource) {
  const problem = SPAN_TEXTS(span, 'a span');
  if (problem) throw new Error(problem);
  const { traceId, spanId, parentSpanId, name } = span;
  return {
    traceId, spanId, parentSpanId: parentSpanId || undefined, name, service: resource['service.name'],
    kind: typeof kind === 'number' ? KINDS[kind] : String(kind).replace('SPAN_KIND_', ''),
    start: milliseconds(startTimeUnixNano), end: milliseconds(endTimeUnixNano), attributes: plainAttributes(attributes),
  };
}

/**
 * Returns the spans of a file: [{traceId, spanId, parentSpanId, name, kind, service, start, end, attributes}], ids in
 * hexadecimal digits, `kind` such as 'SERVER', times in milliseconds of Unix time. Throws a UserError if it is none of
 * OTLP.
 */
function readSpans(file) {
  try {
    const groups = exportsIn(fs.readFileSync(file)).flatMap((one) => {
      const problem = shapes.any(one);
      if (problem) throw new Error(problem);
      const { resourceSpans } = one;
      if (!Array.isArray(resourceSpans)) throw new Error('it has no "resourceSpans"');
      return resourceSpans;
    });
    return groups.flatMap(({ resource, scopeSpans = [] }) => scopeSpans.flatMap(({ spans = [] }) => (
      spans.map((span) => plainSpan(span, plainAttributes(resource?.attributes))))));
  } catch (error) {
    throw new UserError(messages.badOtlp(file, error));
  }
}

module.exports = { readSpans };
