'use strict';
// Checks what the writers, the messages and a replay read of requests.json and of the failure file of a request race
// (docs/reference/results.md).

const { any, count, flag, list, map, maybe, number, object, oneOf, text } = require('../../files/shape.js');

const both = (shape) => object({ A: shape, B: shape });
const orders = (shape) => object({ forced: shape, AB: shape, BA: shape });
const operation = object({ who: maybe(text), site: maybe(text), api: maybe(text), statement: text, verb: maybe(text) });
const rows = maybe(list(text));

const LOSS = {
  kind: text, table: maybe(text), tables: maybe(list(text)), row: maybe(map(any)), serial: maybe(list(any)),
  text: maybe(text), path: maybe(text), count: maybe(number), most: maybe(number), allowed: maybe(number),
};

const step = object({
  kind: text, lane: maybe(text), who: maybe(text), text: maybe(text), from: maybe(text), to: maybe(text),
  at: maybe(number), sent: maybe(number), end: maybe(number), site: maybe(text),
});

const race = object({
  id: text, title: text, verdict: maybe(text), file: maybe(text), handlers: both(text), from: maybe(map(maybe(text))),
  loss: object({ ...LOSS, state: maybe(object(LOSS)) }), store: maybe(text), table: maybe(text), pattern: maybe(text),
  keys: maybe(map(list(any))), transaction: maybe(text),
  windows: both(object({ handler: maybe(text), operations: list(operation) })),
  order: list(operation), operations: list(operation), statuses: orders(map(any)), bodies: orders(map(any)),
  state: list(object({ table: text, store: maybe(text), forced: rows, AB: rows, BA: rows })), agree: count, of: count,
  logged: maybe(list(text)), blocked: maybe(object({ by: text })),
  sequence: maybe(object({ lanes: list(text), steps: list(step) })),
});

const other = object({
  id: maybe(text), verdict: text, handlers: both(text), table: maybe(text), reason: maybe(text), title: maybe(text),
});

const report = object({
  format: count, command: list(text), cwd: maybe(text), races: list(race), others: list(other), ms: number,
  counts: map(count), runs: count, covered: maybe(count), left: maybe(count), interrupted: maybe(flag),
  problem: maybe(text),
});

const steps = list(object({ who: maybe(text) }));
const touched = object({
  rows: list(object({ keys: map(list(maybe(text))), isThere: maybe(flag) })), made: maybe(flag),
});
const plan = object({
  mode: maybe(text), steps, same: maybe(flag), live: maybe(oneOf('first', 'second', 'root')), tables: maybe(map(list(text))),
  keys: maybe(map(list(text))), touched: maybe(map(map(touched))),
  stores: maybe(list(map(any))),
});

const failure = object({
  race, plans: object({ AB: plan, BA: plan, forced: plan, between: maybe(plan) }), about: maybe(map(any)),
  noise: maybe(list(text)), ms: maybe(number), servers: maybe(map(any)), ignore: maybe(list(text)),
  limit: maybe(number), check: maybe(text),
});

module.exports = { failure, report };
