'use strict';
// Makes recordings (docs/reference/requests-format.md) of spans of OpenTelemetry: a service that is not Node takes part
// in the analysis. Nothing of it can be held.
const fs = require('node:fs');
const path = require('node:path');

const { FLOW, MESSAGE } = require('../../trace/protocol.js');
const { recordedLines, recordings } = require('../effects/recorded.js');
const { readSpans } = require('./read.js');

const DIALECTS = { postgresql: 'postgres', mysql: 'mysql', mariadb: 'mysql', sqlite: 'sqlite', redis: 'redis' };
const PORTS = { postgres: 5432, mysql: 3306, redis: 6379 };
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;
const MEMBER = new RegExp(`${FLOW}=([^,;\\s]+)`);
const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-/;

// Names of attributes changed in version 1.20 and 1.24 of the conventions.
const first = (attributes, ...names) => names.map((name) => attributes[name]).find((value) => value !== undefined);

const headerOf = (attributes, name) => [attributes[`http.request.header.${name}`]].flat()[0];

const valueAfter = (list, name) => {
  const at = list.findIndex((text, index) => index % 2 === 0 && String(text).toLowerCase() === name);
  return at < 0 ? undefined : list[at + 1];
};

// Returns what recordings of Node tell: flows by trace, and stores with the lines that describe them, by name.
function knownIn(folder) {
  const flows = new Map();
  const stores = new Map();
  for (const file of recordings(folder)) {
    const byNumber = new Map();
    for (const line of recordedLines(file)) {
      if (line.type === 'request') {
        const trace = TRACE.exec(valueAfter(line.headers ?? [], 'traceparent') ?? '')?.[1];
        if (trace && !flows.has(trace)) flows.set(trace, line.flow);
      } else if (line.type === 'trace') flows.set(line.trace, line.flow);
      else if (line.type === 'store') {
        const known = stores.get(line.name) ?? { ...line, about: [] };
        stores.set(line.name, known);
        byNumber.set(line.store, known);
      } else if (line.type === 'schema' || line.type === 'database') byNumber.get(line.store)?.about.push(line);
    }
  }
  return { flows, stores };
}

const isSamePlace = (a, b) => a === b || (LOOPBACK.test(a) && LOOPBACK.test(b));

// A store has the name that Node's drivers give it, so that it is one store.
function nameOf(dialect, attributes, stores) {
  const host = String(first(attributes, 'server.address', 'net.peer.name', 'net.sock.peer.addr') ?? 'localhost');
  const port = Number(first(attributes, 'server.port', 'net.peer.port') ?? PORTS[dialect] ?? 0);
  const database = String(first(attributes, 'db.namespace', 'db.name', 'db.redis.database_index') ?? (dialect === 'redis' ? 0 : ''));
  const own = `${dialect}://${host}:${port}/${database}`;
  const same = [...stores.values()].filter((store) => store.dialect === dialect).find(({ name }) => {
    const [, at, number, rest] = /^\w+:\/\/(.*?)(?::(\d+))?\/(.*)$/.exec(name) ?? [];
    return isSamePlace(at, host) && Number(number) === port && rest === database;
  });
  return same?.name ?? own;
}

// Libraries leave values out: "?" stands for each.
function statementOf(dialect, attributes) {
  const text = first(attributes, 'db.query.text', 'db.statement');
  if (typeof text !== 'string') return {};
  if (dialect === 'redis') {
    const [statement, ...values] = text.split(/\s+/);
    return { statement: statement.toUpperCase(), values };
  }
  const given = Object.keys(attributes).filter((key) => /^db\.(?:query|operation)\.parameter\.\d+$/.test(key))
    .sort((a, b) => Number(a.split('.').at(-1)) - Number(b.split('.').at(-1)));
  let count = 0;
  const isMarked = dialect === 'postgres' && !/\$\d/.test(text);
  const statement = isMarked ? text.replace(/\?/g, () => `$${++count}`) : text;
  return { statement, values: given.length > 0 ? given.map((key) => attributes[key]) : undefined };
}

const isRequest = ({ kind }) => kind === 'SERVER' || kind === 'CONSUMER';
const dialectOf = ({ attributes }) => DIALECTS[first(attributes, 'db.system.name', 'db.system')];

class Maker {
  #spans;
  #known;
  #started;
  #stores = new Map(); // name -> number
  #requests = new Map(); // id of a span -> number
  #flows = new Map(); // trace -> flow
  lines = [];

  constructor(spans, known, file) {
    this.#spans = [...spans].sort((a, b) => a.start - b.start);
    this.#known = known;
    this.#started = this.#spans[0]?.start ?? 0;
    for (const { traceId, attributes } of this.#spans) {
      const member = MEMBER.exec(headerOf(attributes, 'baggage') ?? '')?.[1];
      const text = headerOf(attributes, FLOW) ?? member ?? attributes[FLOW];
      if (text !== undefined) this.#flows.set(traceId, String(text).split(/\/|%2f/i)[0]);
    }
    this.#write('header', { version: 1, started: new Date(this.#started).toISOString(), argv: [], otlp: path.basename(file) });
  }

  #write(type, line) {
    this.lines.push(JSON.stringify({ type, ...line }));
  }

  #time(time) {
    return Math.round((time - this.#started) * 1000) / 1000;
  }

  make() {
    for (const span of this.#spans) if (isRequest(span)) this.#request(span);
    let operation = 0;
    for (const span of this.#spans) {
      if (dialectOf(span) && span.kind === 'CLIENT') this.#operation(span, ++operation);
    }
    for (const { spanId, end, attributes } of this.#spans.filter(isRequest)) {
      const status = first(attributes, 'http.response.status_code', 'http.status_code') ?? null;
      this.#write('response', { t: this.#time(end), request: this.#requests.get(spanId), status });
    }
    return this.lines;
  }

  #request({ spanId, traceId, name, kind, service, start, attributes }) {
    const number = this.#requests.size + 1;
    this.#requests.set(spanId, number);
    const method = kind === 'CONSUMER' ? MESSAGE : first(attributes, 'http.request.method', 'http.method') ?? 'RPC';
    const target = first(attributes, 'url.path', 'http.target', 'http.route') ?? `/${name}`;
    const flow = this.#flows.get(traceId) ?? this.#known.flows.get(traceId) ?? traceId;
    this.#write('request', { t: this.#time(start), request: number, flow, method, target, headers: [], via: 'otlp', server: service });
  }

  #requestOf(span) {
    const byId = this.#byId ??= new Map(this.#spans.map((one) => [one.spanId, one]));
    for (let one = span; one; one = byId.get(one.parentSpanId)) {
      if (this.#requests.has(one.spanId)) return this.#requests.get(one.spanId);
    }
    return undefined;
  }

  #byId;

  #operation(span, number) {
    const { attributes, start, end, name, service } = span;
    const dialect = dialectOf(span);
    const site = first(attributes, 'code.filepath', 'code.file.path');
    const line = first(attributes, 'code.lineno', 'code.line.number');
    this.#write('operation', {
      t: this.#time(start), end: this.#time(end), operation: number, request: this.#requestOf(span),
      store: this.#store(dialect, attributes), connection: number, api: `otlp ${dialect}`,
      site: site === undefined ? `${service ?? 'otlp'}: ${name}` : `${site}${line === undefined ? '' : `:${line}`}`,
      ...statementOf(dialect, attributes),
    });
  }

  #store(dialect, attributes) {
    const name = nameOf(dialect, attributes, this.#known.stores);
    if (this.#stores.has(name)) return this.#stores.get(name);
    const store = this.#stores.size + 1;
    this.#stores.set(name, store);
    this.#write('store', { store, name, dialect });
    const { about = [] } = this.#known.stores.get(name) ?? {};
    for (const { type, ...line } of about) this.#write(type, { ...line, t: 0, store });
    return store;
  }
}

/** Writes a recording of each file of OTLP into `folder`, beside those of Node that are there. Throws a UserError. */
function addOtlp(files, folder) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of fs.readdirSync(folder).filter((one) => /^(?:recorded|trace)-otlp-/.test(one))) {
    fs.rmSync(path.join(folder, name));
  }
  const known = knownIn(folder);
  for (const [index, file] of files.entries()) {
    const lines = new Maker(readSpans(file), known, file).make();
    fs.writeFileSync(path.join(folder, `recorded-otlp-${index}.ndjson`), `${lines.join('\n')}\n`, { mode: 0o600 });
  }
}

module.exports = { addOtlp };
