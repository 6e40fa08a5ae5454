'use strict';
// The stores and connections that the program uses, by the objects of its drivers.

const { quietly } = require('./context.js');

const { setTimeout, clearTimeout } = globalThis; // tests may replace them later

const connections = new WeakMap(); // the driver's object -> connection
const openings = new WeakMap(); // the driver's object -> time at which it began to open
const byName = new Map(); // name -> store

const SCHEMA_TIMEOUT_MS = 3000;

let recording;

class Store {
  constructor(name, spec, driver, object) {
    this.number = recording.next('store');
    this.name = name;
    this.dialect = spec.dialect;
    this.package = spec.package;
    this.driver = driver;
    this.settings = driver.settings?.(object);
    // Of the connections the latest is the likeliest to be alive.
    this.latest = object;
    this.isSchemaKnown = !this.hasSchema();
    if (!driver.isWait) this.#write(spec);
  }

  // A program may set NODE_ENV when it reads its settings, which is before it uses a store.
  #write({ dialect, package: name, version }) {
    const production = process.env.NODE_ENV === 'production' || undefined;
    recording.write({ type: 'store', store: this.number, name: this.name, dialect, package: name, version, production });
  }

  hasSchema() {
    return (this.driver.readSchema ?? this.driver.readSchemaNow) !== undefined;
  }

  /** Has the schema read again before the next operation of a request. */
  forgetSchema() {
    this.isSchemaKnown = !this.hasSchema();
  }

  /** Opens a connection of its own with the program's copy of the driver: { query(text, values), close() }. */
  open() {
    return quietly(() => this.driver.open(this.latest, this.settings));
  }

  /** Has the schema read before the next operation: undefined, or a promise that is never rejected. */
  learnSchema() {
    if (this.isSchemaKnown) return this.reading;
    this.isSchemaKnown = true;
    if (this.driver.readSchemaNow) {
      this.readSchemaNow();
      return undefined;
    }
    this.reading = this.readSchema().catch(() => {}).then(() => { this.reading = undefined; });
    return this.reading;
  }

  readSchemaNow() {
    try {
      this.writeSchema(quietly(() => this.driver.readSchemaNow(this.latest)));
    } catch {
      // closed, or no database
    }
  }

  async readSchema() {
    const opening = quietly(async () => this.driver.openForSchema?.(this.latest, this.settings) ?? this.open());
    let timer;
    // A proxy of the database may keep a second connection waiting for ever.
    const late = new Promise((_, reject) => { timer = setTimeout(reject, SCHEMA_TIMEOUT_MS, new Error('no answer')); });
    const reading = opening.then((connection) => quietly(() => this.driver.readSchema(connection)));
    try {
      this.writeSchema(await Promise.race([reading, late]));
    } finally {
      clearTimeout(timer);
      reading.catch(() => {});
      opening.then((connection) => quietly(() => connection.close())).catch(() => {});
    }
  }

  writeSchema({ tables, ...others }) {
    this.triggers = others.triggers ?? [];
    for (const table of tables) recording.write({ type: 'schema', t: recording.now(), store: this.number, ...table });
    recording.write({ type: 'database', t: recording.now(), store: this.number, ...others });
  }
}

const fill = (template, object) => template.replace(/\{(\w+)\}/g, (_, key) => object[key] ?? '');

function storeOf(spec, driver, object) {
  const name = driver.nameOf?.(object) ?? fill(spec.store, object);
  let store = byName.get(name);
  if (!store) byName.set(name, store = new Store(name, spec, driver, object));
  store.latest = object;
  return store;
}

/** Takes that the driver's object, a connection, begins to open: what is asked first waits for that. */
function noteOpening(object) {
  if (!openings.has(object)) openings.set(object, recording.now());
}

/**
 * Returns { number, store, texts, tails, asked } of the driver's object. `texts`: the JSON of its calls (operation.js).
 * `tails`: by request, the promise that its next call has to wait for. `asked`: when the connection began to open, and
 * undefined after its first call. `number` and `tails` are undefined where calls need no connection.
 */
function connectionOf(spec, driver, object) {
  let connection = connections.get(object);
  if (!connection) {
    const store = storeOf(spec, driver, object);
    connection = driver.isUnordered
      ? { store, texts: new Map() }
      : { number: recording.next('connection'), store, texts: new Map(), tails: new Map(), asked: openings.get(object) };
    connections.set(object, connection);
  }
  return connection;
}

/** Returns the promise that the request's next call on the driver's object has to wait for, if there is one. */
const tailOf = (object, request) => connections.get(object)?.tails?.get(request);

/** Returns [{table, on, definition}], the triggers of the store that the driver's object is a connection of. */
const triggersOf = (object) => connections.get(object)?.store.triggers ?? [];

/** The stores that were used so far. */
const stores = () => [...byName.values()];

module.exports = { connectionOf, noteOpening, stores, tailOf, triggersOf, recordStores: (to) => { recording = to; } };
