'use strict';
// Checks the lines of a recording (docs/reference/requests-format.md, Recording), once texts stand in the place of
// their numbers. Readers ignore lines of other types, and other keys, so these may be anything.

const { any, count, either, flag, list, map, maybe, number, object, oneOf, optional, text } = require('../../files/shape.js');

const columns = list(text);
const scalar = either('a text or a number', text, number);
const plain = maybe(either('a text, a number, true or false', text, number, flag));
// PostgreSQL tells the whole statement that makes a routine, MySQL and SQLite its parts.
const definition = either(
  'a text or an object', text, object({ body: text, parameters: maybe(list(maybe(text))) }));
const head = maybe(either('a text or an object', text, map(any)));

const call = {
  t: number, end: maybe(number), asked: maybe(number), operation: count, request: maybe(count), connection: plain,
  api: maybe(text), site: maybe(text), statement: maybe(text), turn: maybe(number), failed: plain,
  values: maybe(either('a list or an object by names', list(any), map(any))),
  rows: maybe(either('a number or a list of numbers', number, list(maybe(number)))),
};

const SHAPES = {
  header: object({ started: maybe(text), argv: maybe(list(text)), cwd: maybe(text) }),
  store: object({ store: count, name: text, dialect: maybe(text) }),
  schema: object({
    store: count, table: text, columns: maybe(columns), primary: maybe(columns), unique: maybe(list(columns)),
  }),
  database: object({
    store: count, isolation: maybe(text), views: maybe(list(object({ view: text, name: maybe(text) }))),
    functions: maybe(list(object({ name: text, definition: maybe(definition) }))),
    triggers: maybe(list(object({ table: text, on: maybe(list(text)), definition: maybe(definition) }))),
  }),
  text: object({ text: count, value: maybe(either('a text or a list', text, list(any))) }),
  request: object({
    t: number, request: count, flow: maybe(text), call: maybe(text), method: text, target: text, via: maybe(text),
    server: maybe(text), from: maybe(text), test: maybe(text), headers: optional(list(text)),
  }),
  body: object({ request: count, body: optional(text), base64: optional(text) }),
  response: object({
    t: number, sent: maybe(number), request: count, status: maybe(number), handler: maybe(text), body: optional(text),
    base64: optional(text), head,
  }),
  operation: object({ ...call, store: count }),
  wait: object(call),
  site: object({ operation: count, site: maybe(text) }),
  place: object({ operation: count, site: maybe(text) }),
  message: object({ t: number, request: maybe(count), how: oneOf('send', 'receive', 'done'), queue: text, id: scalar }),
  consumer: object({ group: text }),
  listen: object({ port: plain, host: plain }),
  leftOut: object({ method: text, target: text, count }),
  called: object({ host: text, id: text, writes: maybe(flag) }),
  peer: object({ host: text, port: maybe(count), protocol: maybe(text), production: maybe(flag) }),
  trace: object({ flow: maybe(text), trace: maybe(text) }),
};

// These name a store that an earlier line gives.
const OF_STORES = new Set(['schema', 'database', 'operation']);

/** Returns a function that takes each line of a recording in turn and returns a text on what is wrong with it. */
function lineChecker() {
  const stores = new Set();
  return (line) => {
    const { type, store } = line;
    const problem = Object.hasOwn(SHAPES, type) ? SHAPES[type](line, '') : undefined;
    if (type === 'store') stores.add(store);
    return problem ?? (OF_STORES.has(type) && !stores.has(store) ? `/store: no line before it gives the store ${store}` : undefined);
  };
}

module.exports = { lineChecker };
