'use strict';
// The package `postgres`, a driver of its own. A query belongs to the request that makes it. The pool sends it later,
// in any context, by a connection that it is told of then.

const { bound, current, within } = require('../context.js');
const { begin } = require('../operations.js');
const { readPostgres } = require('../schemas/postgres.js');
const { awaitingSite, siteBelow } = require('../sites.js');
const { plain } = require('../values.js');

const RETURNED_LIMIT = 100;
const { then } = Promise.prototype;

const copies = new Map(); // folder of a copy of the package -> {postgres, stringify}: functions of its own
const origins = new WeakMap(); // query -> {context, site, operation: once it is sent}
const pools = new WeakMap(); // connection -> {options, copy}

function copyIn(folder) {
  if (!copies.has(folder)) copies.set(folder, {});
  return copies.get(folder);
}

const noted = (name) => (original, { folder }) => copyIn(folder)[name] = original;

/** The class of queries: also of pieces of one. */
function query(Query) {
  return new Proxy(Query, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget);
      const context = current();
      if (context?.quiet) return made;
      const origin = { context, site: context?.site ?? siteBelow(Reflect.construct), operation: undefined };
      origins.set(made, origin);
      if (origin.site === undefined && context?.request) made.then = locating(made, origin);
      return made;
    },
  });
}

// A query builder makes the query when it is awaited. Then the user's line is known when the result goes back there. A
// promise of its own leads there, also where the query has other listeners.
const locating = (made, origin) => function locate(...listeners) {
  made.handle();
  const branch = then.call(made, (result) => {
    origin.operation?.learnSite(awaitingSite());
    return result;
  });
  return then.apply(branch, listeners);
};

/** The function that makes a pool's connections. It sends a query by execute(), and the first one by connect(). */
function connection(original, spec) {
  const hook = { spec, driver: module.exports };
  return function Connection(options, ...more) {
    const made = original(options, ...more);
    const copy = copyIn(spec.folder);
    pools.set(made, { options, copy });
    for (const name of ['execute', 'connect']) {
      const send = made[name];
      made[name] = (one) => issue({ hook, connection: made, options, copy }, one, () => send(one));
    }
    return made;
  };
}

const isParameter = (value) => typeof value === 'object' && value !== null && value.constructor?.name === 'Parameter';

// The text and the values, as the connection makes them from the pieces. Undefined if there is an error in them.
function spelledOut({ strings, args, tagged }, { options, copy }) {
  const values = [];
  try {
    const statement = copy.stringify({ strings, args }, strings[0], args[0], values, [], options);
    if (!tagged) values.push(...args.map((value) => (isParameter(value) ? value.value : value)));
    return { statement, values };
  } catch {
    return undefined;
  }
}

// The result of execute() says whether the connection takes more. One that holds a query takes none.
function issue(by, one, send) {
  const origin = origins.get(one);
  const isNew = origin && !origin.operation && !one.cancelled; // one may be sent again
  const spelled = isNew ? spelledOut(one, by) : undefined;
  if (spelled === undefined) return send();
  const facts = { object: by.connection, site: origin.site, ...spelled };
  const begun = within(origin.context, begin, undefined, [by.hook, facts, issue]);
  origin.operation = begun.operation;
  watchEnd(one, begun, by.hook);
  const start = () => {
    begun.operation.start();
    if (one.cursorFn) begun.operation.finish(by.hook); // it resolves for each part
    return send();
  };
  if (!begun.hold) return start();
  begun.hold.then(start);
  return false;
}

function watchEnd(one, { operation, context }, hook) {
  const { resolve, reject } = one;
  const settled = (settle, finish) => (value) => {
    const hold = finish(value);
    return hold === undefined ? settle(value) : hold.then(() => settle(value));
  };
  one.resolve = settled(resolve, (result) => operation.finish(hook, undefined, result));
  one.reject = settled(reject, (error) => operation.finish(hook, error));
  for (const name of ['forEachFn', 'cursorFn']) if (one[name]) one[name] = bound(one[name], context);
}

const isResult = (value) => Array.isArray(value) && 'command' in value;
const returnedBy = (result) =>
  (result.command === 'SELECT' || result.length === 0 ? undefined : Array.from(result.slice(0, RETURNED_LIMIT), plain));

// A text with several statements has a result for each.
function outcome(result) {
  if (isResult(result)) return { rows: result.count ?? undefined, returned: returnedBy(result) };
  return Array.isArray(result) && result.every(isResult) ? { rows: result.map(({ count }) => count) } : {};
}

const SETTINGS = ['host', 'port', 'path', 'database', 'user', 'pass', 'ssl', 'socket'];
const optionsOf = (object) => pools.get(object).options;
const settings = (object) => Object.fromEntries(SETTINGS.map((name) => [name, optionsOf(object)[name]]));

function nameOf(object) {
  const { host, port, path, database } = optionsOf(object);
  return path ? `postgres://${path}/${database}` : `postgres://${host.map((one, i) => `${one}:${port[i]}`).join(',')}/${database}`;
}

async function open(object, given) {
  const sql = pools.get(object).copy.postgres({
    ...given, max: 1, onnotice() {}, connection: { application_name: 'nacd' },
  });
  return {
    query: async (text, values = []) => Array.from(await sql.unsafe(text, values)),
    close: () => sql.end({ timeout: 1 }),
  };
}

const replaced = { connection, postgres: noted('postgres'), query, stringify: noted('stringify') };

module.exports = { nameOf, open, outcome, readSchema: readPostgres, replaced, settings };
