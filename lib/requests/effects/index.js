'use strict';
// Makes the traces of docs/reference/requests-format.md from what the recorder wrote: with hashes in the place of
// values, and with the effects of each statement.

const { closeSync, openSync, writeSync } = require('node:fs');
const path = require('node:path');
const { loadPlanners } = require('../statements/index.js');
const { MESSAGE } = require('../../trace/protocol.js');
const { RequestShapes, placesOf } = require('../../trace/places.js');
const { responseOf } = require('../recording/recorded.js');
const { effectsOf, lockNames } = require('./effects.js');
const { clockOf, delaysOf } = require('./clocks.js');
const { handlerOf, pathOf } = require('./handlers.js');
const { changedInside, withDefined } = require('./routines.js');
const { hashOf } = require('./hash.js');
const { Paths } = require('./paths.js');
const { receivedValues, sentValues } = require('./message-values.js');
const { recordedLines, recordings } = require('./recorded.js');
const { Transactions } = require('./transactions.js');

const STATEMENT_LIMIT = 1000;
const KEY_COLUMNS = { redis: 'key', memcached: 'key', files: 'name' };
const hashes = (values) => [...new Set(values.map(hashOf))];

// Of a command its first argument is shown: the key.
function shown({ dialect }, { statement, values = [] }) {
  const isCommand = dialect in KEY_COLUMNS;
  const text = isCommand ? [statement, ...values.slice(0, 1), ...values.slice(1).map(() => '?')].join(' ') : statement;
  return text?.slice(0, STATEMENT_LIMIT);
}

// The answer to a command is a count of rows for some of them only.
function rowsOf({ counts = true }, rows, i) {
  if (!counts) return undefined;
  return (Array.isArray(rows) ? rows[i] : rows) ?? undefined; // null: the driver does not tell
}

class Database {
  constructor({ name, dialect }) {
    this.name = name;
    this.dialect = dialect;
    this.tables = new Map();
    this.views = [];
    this.functions = [];
    this.triggers = [];
    this.isolation = undefined;
    this.key = KEY_COLUMNS[dialect];
  }

  schema(table) {
    return this.tables.get(table);
  }

  add({ table, columns, primary, unique }) {
    this.tables.set(table, { columns, primary: primary ?? [], unique: unique ?? [] });
  }
}

// A request's body and its route are known only later.
function readRequests(file) {
  const requests = new Map();
  const users = new Map(); // connection -> the request that used it
  const shared = new Set();
  const shapes = new RequestShapes();
  const paths = new Paths();
  const places = new Map(); // request -> what `paths` wants to know of it
  const sites = new Map(); // operation -> its call site, if that was known later
  const noteUse = ({ connection, request }) => {
    if (request === undefined) return;
    if (users.has(connection) && users.get(connection) !== request) shared.add(connection);
    users.set(connection, request);
  };
  for (const line of recordedLines(file)) {
    if (line.type === 'leftOut') shapes.take(line.method, line.target, line.count);
    else if (line.type === 'request') {
      const { method, target } = line;
      const request = { ...line, path: pathOf(target, shapes.made), ...shapes.take(method, target) };
      requests.set(line.request, request);
      if (method !== MESSAGE) places.set(line.request, paths.take(request));
    } else if (line.type === 'body') Object.assign(requests.get(line.request) ?? {}, { body: line.body, base64: line.base64 });
    else if (line.type === 'response') {
      const known = requests.get(line.request);
      if (!known) continue;
      known.route = line.handler;
      shapes.answered(placesOf(responseOf(line)));
    } else if (line.type === 'operation') {
      noteUse(line);
      const place = places.get(line.request);
      if (place) paths.note(place, line);
    } else if (line.type === 'site') sites.set(line.operation, line.site);
  }
  const patternOf = paths.patterns();
  for (const [number, line] of requests) {
    const { method, target, shape, ordinal } = line;
    const isMessage = method === MESSAGE; // the client chose no value of it
    const handler = handlerOf(isMessage ? line : { ...line, path: patternOf(line) });
    const sent = isMessage ? [] : hashes(sentValues(line));
    requests.set(number, { target, method, shape, ordinal, handler, sent });
  }
  return { requests, shared, sites };
}

// Lines of these types become lines of the trace, by the method of that name.
const MADE_OF = new Set(['header', 'store', 'database', 'schema', 'request', 'message', 'response', 'operation']);

class TraceMaker {
  constructor(file, planOf) {
    this.file = file;
    this.planOf = planOf;
    this.stores = new Map();
    this.transactions = new Transactions();
    const { requests, shared, sites } = readRequests(file);
    this.requests = requests;
    this.sites = sites;
    this.shared = shared; // connections that several requests used
    this.held = new Map(); // locks that may be released
  }

  * lines() {
    for (const line of recordedLines(this.file)) if (MADE_OF.has(line.type)) yield* this[line.type](line);
  }

  header(line) {
    return [line];
  }

  store(line) {
    this.stores.set(line.store, new Database(line));
    return [];
  }

  database({ store, functions, triggers, views, isolation }) {
    const known = { functions: functions ?? [], triggers: triggers ?? [], views: views ?? [], isolation };
    Object.assign(this.stores.get(store) ?? {}, known);
    return [];
  }

  schema({ store, t, ...table }) {
    const database = this.stores.get(store);
    database.add(table);
    return [{ type: 'schema', t, store: database.name, table: table.table, columns: table.columns, primary: table.primary, unique: table.unique }];
  }

  request({ t, request, flow, method, target, via, server, test }) {
    const { handler, shape, ordinal, sent } = this.requests.get(request);
    const file = path.basename(this.file);
    return [{ type: 'request', t, request, flow, method, target, handler, shape, ordinal, server, via, test, sent, store: file }];
  }

  // That it is done tells only a proof something.
  message(line) {
    return line.how === 'done' ? [] : [line];
  }

  response({ t, request, status, ...response }) {
    const { target = '/', method } = this.requests.get(request) ?? {};
    return [{ type: 'response', t, request, status, received: hashes(receivedValues(response, target, method)) }];
  }

  * operation(line) {
    const database = this.stores.get(line.store);
    const plans = this.planOf(database, line);
    const about = { request: line.request, store: database.name, connection: line.connection };
    const before = this.transactions.current(line.connection);
    const isolation = this.transactions.isolation(line.connection, database.isolation);
    const ended = [];
    let transaction = before;
    for (const { control } of plans) {
      if (control?.needsOwnConnection && this.shared.has(line.connection)) continue;
      const change = control && this.transactions.follow(line.connection, control, line.failed !== undefined);
      if (change?.how === 'begin') {
        transaction = this.transactions.current(line.connection);
        yield { type: 'transaction', t: line.t, ...about, transaction: change.number, how: 'begin' };
      } else if (change) ended.push({ type: 'transaction', t: line.end, ...about, transaction: change.number, how: change.how });
    }
    yield* this.locks(line, plans, database, about, transaction);
    yield this.operationLine(line, plans, database, transaction, transaction?.isolation ?? isolation);
    yield* ended;
  }

  * locks(line, plans, database, about, transaction) {
    for (const { locks = [] } of plans) {
      for (const lock of locks) {
        for (const name of lockNames(lock, line, database)) {
          const t = lock.how === 'acquire' ? line.end : line.t;
          const { how, scope, paired, expires } = lock;
          const told = { type: 'lock', t, ...about, transaction: transaction?.number, operation: line.operation, name, how, scope, expires };
          if (paired) yield* this.pair(told);
          else yield told;
        }
      }
    }
  }

  // A key that is set if it is not there is a lock if the same request deletes it.
  pair(line) {
    const key = `${line.request} ${line.store} ${line.name}`;
    const acquired = this.held.get(key);
    this.held.delete(key);
    if (line.how === 'release') return acquired ? [acquired, line] : [];
    if (line.request !== undefined) this.held.set(key, line);
    return [];
  }

  operationLine(line, plans, database, transaction, isolation) {
    const { t, end, asked, operation, request, connection, api, site, rows, failed } = line;
    const known = withDefined(database, plans);
    const effects = plans.flatMap((plan, i) => effectsOf(plan, line, known, rowsOf(plan, rows, i)));
    const inside = plans.length === 1 ? changedInside(plans[0], database) : [];
    return {
      type: 'operation', t, end, asked, operation, request, store: database.name, connection, transaction: transaction?.number,
      isolation, turn: line.turn, api, site: site ?? this.sites.get(operation), statement: shown(database, line),
      atomic: plans.length === 1 && plans[0].atomic === true,
      ...(plans.length === 1 && plans[0].commutes && { commutes: true }), effects, failed,
      ...(inside.length > 0 && { inside }),
    };
  }
}

const traceName = (file) => path.join(path.dirname(file), path.basename(file).replace('recorded-', 'trace-'));

const BATCH = 1000;

// The clocks of processes need not agree: `late` is added to all times of a file.
function shifted(line, late) {
  if (line.t !== undefined) line.t += late;
  if (line.end !== undefined) line.end += late;
  if (line.asked !== undefined) line.asked += late;
  return line;
}

function writeLines(file, lines, late) {
  const descriptor = openSync(file, 'w', 0o600);
  let batch = [];
  const flush = () => {
    if (batch.length > 0) writeSync(descriptor, `${batch.join('\n')}\n`);
    batch = [];
  };
  try {
    for (const line of lines) {
      batch.push(JSON.stringify(late > 0 ? shifted(line, late) : line));
      if (batch.length >= BATCH) flush();
    }
    flush();
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Makes the trace of each recording in `folder`, beside it. Returns a promise of the traces' files, in the order of the
 * recordings' names. Existing traces of these recordings are replaced.
 */
async function writeTraces(folder) {
  const planOf = await loadPlanners();
  const files = recordings(folder);
  const late = files.length > 1 ? delaysOf(files.map(clockOf)) : [0];
  return files.map((file, i) => {
    const trace = traceName(file);
    writeLines(trace, new TraceMaker(file, planOf).lines(), late[i]);
    return trace;
  });
}

module.exports = { writeTraces };
