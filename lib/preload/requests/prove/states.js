'use strict';
// Reads the state of the stores that the two requests touch. Connections are opened once, without being recorded.
const { isKeyName } = require('../../../trace/protocol.js');
const { openReader } = require('./readers/index.js');
const { lockTables } = require('./readers/sql.js');

const MEMORY = 'memory'; // in the place of a store's name

// Finds what has taken the place of `name`, one of the names of the recording, by its position among those that only
// one of both lists has. Both are by first use.
function placeOf(name, recorded, now) {
  if (now.includes(name)) return name;
  const missing = recorded.filter((one) => !now.includes(one));
  const added = now.filter((one) => !recorded.includes(one));
  return added[missing.indexOf(name)];
}

// A test may make its database in a folder with a new name, so the store that takes the place of a recorded one is
// found among those of its dialect. `recorded` and `now` are lists of {name, dialect}, by first use.
function standIn(name, recorded, now) {
  const same = now.find((one) => one.name === name);
  const { dialect } = recorded.find((one) => one.name === name) ?? {};
  if (same || dialect === undefined) return same;
  const namesIn = (list) => list.filter((one) => one.dialect === dialect).map((one) => one.name);
  const place = placeOf(name, namesIn(recorded), namesIn(now));
  return now.find((one) => one.name === place);
}

class States {
  #tables; // {name of a store: [table]}
  #recorded; // stores of the recording: [{name, dialect}]
  #folders; // that requests of the recording used
  #api; // of the recorder: stores(), quietly()
  #keys = new Map(); // name of a store that is not read as a whole -> values that may be keys
  #touched; // {store: {table: {rows, made}}}: what is read of large tables (sql.js)
  #readers = new Map(); // name of a store -> promise of a reader, or of undefined
  #elsewhere;
  #latch; // the connection that holds the locks of latch()
  #probes;
  #probesLast; // sends them at the end only

  /** Sends a request of the plan that shows what is in memory; resolves to {status, body}. */
  sendProbe;

  /** `elsewhere(name)` resolves to a reader of a store that another process uses, or to undefined. */
  constructor({ tables, keys, touched, stores, folders, probes, probesLast }, api, elsewhere = () => undefined) {
    this.#tables = tables ?? {};
    this.#recorded = stores ?? [];
    this.#folders = folders ?? [];
    this.#probes = probes;
    this.#probesLast = probesLast;
    this.#touched = touched ?? {};
    for (const store of Object.keys(this.#touched)) this.#keys.set(store, new Set());
    for (const [store, list] of Object.entries(keys ?? {})) this.#keys.set(store, new Set(list));
    this.#api = api;
    this.#elsewhere = elsewhere;
    this.unread = [];
  }

  /** Takes an operation of one of the requests. `name`: that of its store, if it is another process's. */
  note({ store: number, name, values }) {
    if (this.#keys.size === 0 || !Array.isArray(values)) return;
    const keys = this.#keys.get(name ?? this.#recordedName(number));
    for (const value of keys ? values : []) if (isKeyName(value)) keys.add(String(value));
  }

  // A store may have another name than in the recording.
  #recordedName(number) {
    const now = this.#api.stores();
    return [...this.#keys.keys()].find((name) => standIn(name, this.#recorded, now)?.number === number);
  }

  #reader(name) {
    // Before the first of both requests the program may not have used the store yet.
    const store = standIn(name, this.#recorded, this.#api.stores());
    if (!store && !this.#readers.has(name)) return this.#openElsewhere(name);
    if (!this.#readers.has(name)) this.#readers.set(name, this.#open(store));
    return this.#readers.get(name);
  }

  // A test may make a folder with a new name, which the program may not have used yet.
  #tableNow(reader, table) {
    return reader.tables && this.#folders.includes(table) ? placeOf(table, this.#folders, reader.tables()) : table;
  }

  async #openElsewhere(name) {
    try {
      const reader = await this.#elsewhere(name);
      if (reader) this.#readers.set(name, Promise.resolve(reader));
      return reader;
    } catch (error) {
      return this.#cannot(name, undefined, error.message);
    }
  }

  async #open(store) {
    const { name } = store;
    try {
      const reader = await this.#api.quietly(() => openReader(store));
      return reader ?? this.#cannot(name, undefined, `${store.dialect} has no reader`);
    } catch (error) {
      return this.#cannot(name, undefined, error.message);
    }
  }

  #cannot(store, table, reason) {
    if (this.unread.some((entry) => entry.store === store && entry.table === table)) return undefined;
    this.unread.push({ store, table, reason });
    return undefined;
  }

  /**
   * Resolves to {store: {table: {rows, primary, foreign, cut}}}. Tables that cannot be read are in `unread`; a store
   * that the program has not used counts as such only if this is the `last` state. Answers to probes stand as tables of
   * a store.
   */
  async read({ last = false } = {}) {
    const state = {};
    for (const [store, tables] of Object.entries(this.#tables)) {
      const reader = await this.#reader(store);
      if (!reader) {
        if (last) this.#cannot(store, undefined, 'it was not used');
        continue;
      }
      const { read, unread } = await this.#readTables(reader, store, tables);
      for (const [table, reason] of unread) this.#cannot(store, table, reason);
      state[store] = read;
    }
    if (this.#probes && (last || !this.#probesLast)) state[MEMORY] = await this.#readMemory();
    return state;
  }

  // Resolves to {read: {table: {rows, ...}}, unread: [[table, reason]]}.
  async #readTables(reader, store, tables) {
    const [read, unread] = [{}, []];
    const keys = [...this.#keys.get(store) ?? []].sort();
    for (const table of tables) {
      const now = this.#tableNow(reader, table);
      if (now === undefined) continue;
      try {
        read[table] = await this.#api.quietly(() => reader.read(now, keys, this.#touched[store]?.[table]));
        const { cut, rows } = read[table];
        // Other rows are cut in each run, so the rest would tell of rows that are lost.
        if (cut) unread.push([table, `${table} is too large: it has more than ${rows.length} rows, and which of them the requests change is not known`]);
      } catch (error) {
        unread.push([table, error.message]);
      }
    }
    return { read, unread };
  }

  async #readMemory() {
    const answers = {};
    for (const probe of this.#probes) {
      const { status, body } = await this.sendProbe(probe);
      answers[probe.name] = { rows: [{ status, body }] };
    }
    return answers;
  }

  /** Returns whether the plan names tables of the store. */
  has(name) {
    return Object.hasOwn(this.#tables, name);
  }

  /** Resolves to {table: {rows, primary, ...}} of one store, or to undefined if it cannot be read as a whole now. */
  async readOne(name) {
    try {
      const reader = await this.#reader(name);
      if (reader.isShared) return undefined; // the program's first operation is ahead on its connection
      const { read, unread } = await this.#readTables(reader, name, this.#tables[name]);
      return unread.length === 0 ? read : undefined;
    } catch {
      return undefined;
    }
  }

  /** Resolves to the statements that wait for a lock in any of the stores. */
  async waits() {
    const lists = [];
    for (const store of Object.keys(this.#tables)) {
      const reader = await this.#reader(store);
      if (reader) lists.push(...await this.#api.quietly(() => reader.waits()));
    }
    return lists;
  }

  /**
   * Locks `tables` of a store against changes, but not against reads, by a connection of its own. Resolves to false if
   * that cannot be done at once.
   */
  async latch({ store: name, tables }) {
    const store = standIn(name, this.#recorded, this.#api.stores());
    if (!store) return false;
    this.#latch = await this.#api.quietly(() => store.open());
    if (this.#latch.isShared) return false; // both requests would wait for the same connection
    try {
      await this.#api.quietly(() => lockTables(store, this.#latch, tables));
      return true;
    } catch {
      return false; // one of the requests has changed a table in its transaction
    }
  }

  /** Lets those go on that latch() holds. */
  async unlatch() {
    const connection = this.#latch;
    this.#latch = undefined;
    if (connection) await this.#api.quietly(() => connection.close());
  }

  /**
   * Resolves to {broken, writes} of an invariant, a query that only reads and returns no rows: the first row that `sql`
   * returns in the SQL stores, as a text, and the message of a database in which it tried to write.
   */
  async check(sql) {
    const found = {};
    for (const store of Object.keys(this.#tables)) {
      const reader = await this.#reader(store);
      if (!reader?.check) continue;
      const { rows, writes } = await this.#api.quietly(() => reader.check(sql));
      if (rows.length > 0) found.broken ??= JSON.stringify(rows[0]);
      found.writes ??= writes;
    }
    return found;
  }

  /** Closes the connection to a store. It is opened anew when it is needed. */
  async release(name) {
    const opening = this.#readers.get(name);
    this.#readers.delete(name);
    try {
      const reader = await opening;
      await this.#api.quietly(() => reader?.close());
    } catch {
      // the store is gone
    }
  }

  async close() {
    await this.unlatch();
    for (const name of [...this.#readers.keys()]) await this.release(name);
  }
}

module.exports = { States, standIn };
