'use strict';
// Collects for the result the operations of both requests, and writes of others.
const { statementShape } = require('../../../trace/places.js');
const { changesOf } = require('../../../trace/statement-kind.js');

const CLEARS = new Set(['FLUSHALL', 'FLUSHDB']);

class Notes {
  #now;
  #tables;
  #operations = new Map(); // "who number" -> what the result tells of an operation
  #strange = new Set(); // writes of others than the two requests
  #stores;

  /**
   * `now()` is in milliseconds; `tables`: {name of a store: [table]}, those that matter; `stores()`: [{number,
   * dialect}] of this process.
   */
  constructor(now, tables = {}, stores = () => []) {
    this.#now = now;
    this.#stores = stores;
    this.#tables = Object.values(tables).flat().map((name) => name.split('.').at(-1));
  }

  /** Takes an operation of `who` when it is sent. */
  sent(who, { number, store, dialect = this.#dialectOf(store), site, api, statement, values, main }) {
    const noted = { who, store, dialect, site, api, statement, values, service: main, t: this.#now() };
    this.#operations.set(`${who} ${number}`, noted);
  }

  #dialectOf(store) {
    return this.#stores().find(({ number }) => number === store)?.dialect;
  }

  /** Takes its end. */
  ended(who, { number, rows, failed }) {
    const noted = this.#operations.get(`${who} ${number}`);
    if (noted) Object.assign(noted, { rows, failed, end: this.#now() });
  }

  /** Takes an operation of neither request. */
  foreign({ statement = '' }) {
    const isWrite = this.#tables.some((name) => statement.includes(name)) && changesOf(statement).length > 0;
    if (isWrite || CLEARS.has(statement)) this.#strange.add(statementShape(statement));
  }

  /** {operations, strange} of the result. */
  toJSON() {
    return { operations: [...this.#operations.values()].sort((a, b) => a.t - b.t), strange: [...this.#strange] };
  }
}

module.exports = { Notes };
