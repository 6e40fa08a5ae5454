// Writes a trace of a made-up shop (docs/reference/requests-format.md): handlers with a few call sites each, sessions
// by login, rows that few requests share, and rows that many do. The same arguments give the same trace. The other
// KINDS of traces make an analysis slow if it compares all with all.
import { closeSync, openSync, writeSync } from 'node:fs';

const HANDLERS = 60;
const TABLES = 25;
const OPERATIONS_OF_A_REQUEST = 10;
const STORE = 'postgres://127.0.0.1:5432/shop';
const PIECE = 1 << 20;

export const KINDS = {
  shop: 'handlers and rows as in a shop',
  hot: 'all operations without known keys, on one table',
  chain: 'each request sends a value of the response before it',
  sites: 'each request has call sites of its own',
  loop: 'one request makes all operations',
};

// mulberry32
function randomOf(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const hash = (number) => (BigInt(number) * 0x9e3779b97f4a7c15n & 0xffffffffffffffffn).toString(16).padStart(16, '0');

// Makes the handlers. Each does the same at its call sites every time, as in a program.
function handlersOf(random) {
  return Array.from({ length: HANDLERS }, (_, index) => ({
    name: `${['GET', 'POST', 'PUT', 'DELETE'][index % 4]} /handler${index}/:n`,
    steps: Array.from({ length: OPERATIONS_OF_A_REQUEST }, (_, step) => ({
      site: `lib/handler${index}.js:${step + 10}:5`,
      kind: index % 3 === 0 ? 'R' : 'RRRRRRWWAD'[random(10)],
      table: `table${random(TABLES)}`,
      by: random(12) === 0 ? 'user_id' : 'id',
      columns: [`column${random(6)}`, `column${random(6)}`],
      inTransaction: index % 5 === 0,
    })),
  }));
}

class Writer {
  #descriptor;
  #text = '';
  bytes = 0;

  constructor(file) {
    this.#descriptor = openSync(file, 'w');
  }

  line(object) {
    this.#text += `${JSON.stringify(object)}\n`;
    if (this.#text.length > PIECE) this.#flush();
  }

  #flush() {
    this.bytes += writeSync(this.#descriptor, this.#text);
    this.#text = '';
  }

  close() {
    this.#flush();
    closeSync(this.#descriptor);
  }
}

class Shop {
  #time = 0;
  #operation = 0;
  #request = 0;
  #values = 1000;
  #sessions = [];

  constructor(writer, operations, kind) {
    this.writer = writer;
    this.kind = kind;
    this.random = randomOf(7);
    this.handlers = handlersOf(this.random);
    this.operations = operations;
    // Rows grow with the trace, and one row in a hundred is asked for as often as all others together.
    this.rows = Math.max(10, Math.floor(operations / 20));
  }

  write() {
    this.writer.line({ type: 'header', format: 1, started: '2026-11-21T10:15:30.123Z' });
    for (let table = 0; table < TABLES; table++) {
      this.writer.line({
        type: 'schema', t: 0, store: STORE, table: `table${table}`, columns: ['id', 'user_id'], primary: ['id'], unique: [['id']],
      });
    }
    while (this.#operation < this.operations) this.#oneRequest();
  }

  #isNew(login) {
    return this.kind !== 'loop' || login || this.#request < 2;
  }

  #now() {
    this.#time += 0.1;
    return Math.round(this.#time * 1000) / 1000;
  }

  #oneRequest() {
    const login = this.#sessions.length === 0 || (this.kind !== 'loop' && this.random(50) === 0);
    if (this.#isNew(login)) this.#request++;
    const request = this.#request;
    const handler = this.handlers[this.random(HANDLERS)];
    const sent = Array.from({ length: 5 }, (_, i) => hash(i));
    if (login) this.#sessions.push(hash(++this.#values));
    else sent.push(this.#sessions[this.random(this.#sessions.length)]);
    sent.push(hash(this.kind === 'chain' ? this.#values : ++this.#values));
    this.writer.line({
      type: 'request', t: this.#now(), request, flow: `flow-${request}-of-shop`, method: 'POST', target: '/',
      handler: login ? 'POST /login' : handler.name, sent,
    });
    if (!login) this.#operations(request, handler);
    const received = login ? [this.#sessions.at(-1)] : [hash(++this.#values)];
    this.writer.line({ type: 'response', t: this.#now(), request, status: 200, received });
  }

  #row() {
    return this.random(2) === 0 ? this.random(Math.ceil(this.rows / 100)) : this.random(this.rows);
  }

  #operations(request, { steps }) {
    const row = String(this.#row());
    const of = { request, store: STORE, connection: request % 10 };
    if (steps[0].inTransaction) {
      this.writer.line({ type: 'transaction', t: this.#now(), ...of, transaction: request, how: 'begin' });
    }
    for (const step of steps) this.#step(of, step, row);
    if (steps[0].inTransaction) {
      this.writer.line({ type: 'transaction', t: this.#now(), ...of, transaction: request, how: 'commit' });
    }
  }

  #step(of, { site, kind, table, by, columns, inTransaction }, row) {
    const key = kind === 'A' ? String(this.rows + this.#operation) : row;
    const hot = this.kind === 'hot';
    const inserted = kind === 'A' ? { id: [key], user_id: [row] } : { [by]: [key] };
    this.writer.line({
      type: 'operation', t: this.#now(), end: this.#now(), operation: ++this.#operation, ...of,
      ...(inTransaction && { transaction: of.request, isolation: 'read committed' }),
      api: 'pg.Client.query', site: this.kind === 'sites' ? `${site}.${of.request}` : site, statement: `SELECT ${columns} FROM ${table} WHERE ${by} = $1`,
      atomic: false,
      effects: [{ class: kind, table: hot ? 'table0' : table, keys: hot ? undefined : inserted, unique: by === 'id', primary: by === 'id', columns, rows: 1 }],
    });
  }
}

/** Writes a trace with `operations` operations. `kind`: a key of KINDS. Returns its bytes. */
export function generate(file, operations, kind = 'shop') {
  const writer = new Writer(file);
  const shop = new Shop(writer, operations, kind);
  shop.write();
  writer.close();
  return writer.bytes;
}
