'use strict';
// Streams of Redis are queues. An entry that a request adds carries the flow in a field, which is taken out of what the
// program reads.

const { FLOW } = require('../flows.js');
const { asks, consumes, send } = require('../messages.js');

/** The command that adds an entry. */
const ADDS = 'XADD';
const CONSUMES = new Set(['XREAD', 'XREADGROUP', 'XCLAIM', 'XAUTOCLAIM']);

/** Commands that give entries. */
const READS = new Set([...CONSUMES, 'XRANGE', 'XREVRANGE']);

const ofStream = (key) => `stream ${key}`;

/** Returns the field and the value to add to an entry whose command has `values`: none if no request adds it. */
function addedFlow([key]) {
  const message = send(ofStream(key));
  return message === undefined ? [] : [FLOW, message.text];
}

// Takes the flow out of an entry's fields: ["name", "value", ...]. Returns it, or undefined.
function cut(fields) {
  for (let at = 0; at < fields.length; at += 2) {
    if (String(fields[at]) === FLOW) return String(fields.splice(at, 2)[1]);
  }
  return undefined;
}

const isEntry = (value) => Array.isArray(value) && value.length === 2 && !Array.isArray(value[0]) &&
  Array.isArray(value[1]) && !Array.isArray(value[1][0]);

// An answer has entries, [id, fields], at various depths. Above those of XREAD stands the stream's key, in an object or
// a list of such where the connection speaks RESP3. Adds {key, text} to `found`.
function search(value, key, found) {
  if (isEntry(value)) {
    const text = cut(value[1]);
    if (text !== undefined) found.push({ key, text });
  } else if (Array.isArray(value)) {
    const isNamed = value.length === 2 && !Array.isArray(value[0]) && Array.isArray(value[1]);
    for (const one of value) search(one, isNamed ? String(value[0]) : key, found);
  } else if (value instanceof Map) {
    for (const [name, one] of value) search(one, String(name), found);
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const [name, one] of Object.entries(value)) search(one, name, found);
  }
}

// The streams of "GROUP g c ... STREAMS s1 s2 > >".
function streamsOf(values) {
  const keys = values.slice(values.findIndex((value) => /^streams$/i.test(value)) + 1);
  return keys.slice(0, keys.length / 2);
}

/** Takes that the program sends a command of READS. Returns a function that takes the answer, before the program. */
function asksFor(statement, values) {
  const [key] = values;
  if (statement === 'XREADGROUP') for (const name of streamsOf(values)) consumes('redis', name);
  const take = CONSUMES.has(statement) ? asks() : () => {};
  return (reply) => {
    const found = [];
    search(reply, key, found);
    take(found.map(({ key: name, text }) => ({ queue: ofStream(name), text, via: 'redis', name })));
  };
}

module.exports = { ADDS, READS, addedFlow, asksFor };
