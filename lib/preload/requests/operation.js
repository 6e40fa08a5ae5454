'use strict';
// One operation on a store, and its line in the recording.

const { unitsOf } = require('./facts.js');
const { failureCode } = require('./failure-code.js');
const { tell } = require('./listeners.js');
const { quoted } = require('./quoted.js');
const { KINDS, TAGS } = require('../../trace/facts.js');
const { ABSENT } = require('./recording.js');
const { shortUnits, valuesText } = require('./values.js');

const { stringify } = JSON;
const { isInteger } = Number;
const { nextTick } = process;
const { queueMicrotask } = globalThis;

const KNOWN_CALLS = 100; // of a connection

let recording;

// Counts the turns in which synchronous drivers are called: between two calls of one turn only microtasks ran, so
// nothing else of this process can come between them. A turn is over when the microtasks are: a tick that is set by the
// last of them runs after all others.
let turn = 0;
let isTurnWatched = false;

function currentTurn() {
  if (isTurnWatched) return turn;
  isTurnWatched = true;
  turn++;
  nextTick(() => queueMicrotask(() => nextTick(() => { isTurnWatched = false; })));
  return turn;
}

class Operation {
  constructor(spec, connection, statement, values, context, site) {
    this.number = recording.nextOperation();
    this.request = context?.request;
    this.count = this.request ? ++this.request.operations : undefined;
    this.request?.route?.called(site, statement);
    this.store = connection.store.number;
    this.connection = connection.number;
    this.api = spec.api;
    this.texts = connection.texts;
    this.statement = statement;
    this.values = values;
    this.site = site;
    this.place = undefined; // shown where no call site is known
    this.sync = spec.sync === true;
    this.isWait = connection.store.driver.isWait === true;
    this.turn = this.sync ? currentTurn() : undefined;
    this.asked = connection.asked;
    this.t = 0;
    this.end = undefined;
    this.rows = undefined;
    this.returned = undefined;
    this.inserted = undefined;
    this.first = undefined;
    this.failed = undefined;
    this.isSlow = false; // a single statement: a proof holds its commit
    this.control = undefined; // of such a one: sends a statement on its connection
  }

  start() {
    this.t = recording.time();
  }

  /** `self`: the `this` of a callback. Returns a promise if the program gets the result later. */
  finish({ driver, spec }, error, result, self) {
    if (this.end !== undefined) return undefined;
    this.end = recording.time();
    if (this.request?.ended !== undefined) this.request.ended++;
    if (this.place !== undefined) this.learn('place', this.place);
    if (error) {
      this.failed = failureCode(error);
      driver.failed?.(this);
    } else this.take(driver.outcome(result, this, spec, self));
    this.write();
    const hold = tell('operationEnd', this);
    return this.control === undefined ? hold : this.commit(hold, error);
  }

  // An error of the COMMIT is one of the statement.
  async commit(hold, error) {
    await hold;
    await this.control(error ? 'ROLLBACK' : 'COMMIT');
  }

  take({ rows, returned, inserted, first }) {
    this.rows = rows;
    this.returned = returned;
    this.inserted = inserted;
    this.first = first;
  }

  /** Tells the call site, known at last. `site` stays: a proof knows the operation by what it was at the call. */
  learnSite(site) {
    if (site !== undefined) this.learn('site', site);
  }

  // A place is only shown: all statements of a package may come from one, so it tells no two of them apart.
  learn(type, site) {
    recording.write({ type, t: recording.now(), operation: this.number, site: recording.numberOf(site) });
  }

  // Most calls on a connection come again: its store, function, call site and statement. Returns their JSON and, if
  // these are known, the number that stands for it.
  call() {
    const { texts, statement, site, api } = this;
    const known = texts.get(statement);
    if (known !== undefined && known.site === site && known.api === api) return known;
    const connection = this.connection === undefined ? '' : `,"connection":${this.connection}`;
    const text = `,"store":${this.store}${connection},"api":${quoted(api)}${numberText(',"site":', site)}${
      numberText(',"statement":', statement)}`;
    const isKept = known !== undefined || texts.size < KNOWN_CALLS;
    const call = { site, api, text, number: isKept ? recording.numberOfPart(text) : undefined };
    if (isKept) texts.set(statement, call);
    return call;
  }

  write() {
    const { values } = this;
    const call = this.call();
    const others = this.others();
    const units = shortUnits(values);
    const given = values === undefined || units !== undefined ? undefined : valuesText(values);
    this.writeFacts(call.number ?? recording.numberOnce(call.text), units, given, others);
  }

  // `units`: of a short list of values; `given`: the JSON of other ones.
  writeFacts(call, units, given, others) {
    const { facts } = recording;
    const { request, rows, turn: ofTurn, values } = this;
    const items = units === undefined ? 0 : values.length;
    facts.begin(7, 2 + items, (units ?? unitsOf(given)) + unitsOf(others));
    facts.four(this.t, this.end, this.number, request === undefined ? ABSENT : request.number);
    facts.three(ofTurn === undefined ? ABSENT : ofTurn, isCount(rows) ? rows : ABSENT, call);
    if (units === undefined) facts.text(given, KINDS.json);
    else facts.list(values);
    facts.maybe(others, KINDS.json);
    facts.end(this.isWait ? TAGS.wait : TAGS.operation);
  }

  // JSON of what few operations have, each after a comma.
  others() {
    const { asked, rows, returned, inserted, first, failed } = this;
    let text = rows === undefined || isCount(rows) ? '' : `,"rows":${stringify(rows)}`;
    if (asked !== undefined) text += `,"asked":${asked.toFixed(3)}`;
    if (returned !== undefined) text += `,"returned":${stringify(returned)}`;
    if (inserted !== undefined) text += `,"inserted":${stringify(inserted)}`;
    if (first !== undefined) text += `,"first":${stringify(first)}`;
    if (failed !== undefined) text += `,"failed":${stringify(failed)}`;
    return text === '' ? undefined : text;
  }
}

const isCount = (rows) => isInteger(rows) && rows >= 0;

// A text has a number, unless there are too many.
function numberText(key, text) {
  if (text === undefined) return '';
  const number = recording.numberOf(text);
  return typeof number === 'number' ? `${key}${number}` : `${key}${quoted(number)}`;
}

function writeOperations(to) {
  recording = to;
}

module.exports = { Operation, writeOperations };
