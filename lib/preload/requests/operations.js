'use strict';
// Records the calls of a driver's functions. Which request a call belongs to is fixed when it is made: the answer comes
// in the context of the connection.

const { answeredSite, takeCallback, watchEvents } = require('./callbacks.js');
const { boundArguments, current, during, quietly, within } = require('./context.js');
const { tell } = require('./listeners.js');
const { Operation, writeOperations } = require('./operation.js');
const { makeMark } = require('./marks.js');
const { ofText } = require('./of-text.js');
const { awaitingSite, placeInPackage, siteBelow, siteOnStack } = require('./sites.js');
const { connectionOf, noteOpening, tailOf } = require('./stores.js');

const { apply } = Reflect;
const DEFINES = /\b(?:create|alter|drop)\b/i;

let isInside = false; // a driver's function may call another one that is hooked as well

function follow(value, names) {
  for (const name of names) value = value?.[name];
  return value;
}

// "0.text": the property of the first argument.
function reader(paths) {
  const readers = paths.map((path) => {
    const [first, ...names] = path.split('.');
    return { first: Number(first), isArgument: names.length === 0, names };
  });
  return (args, isRight) => {
    for (let at = 0; at < readers.length; at++) {
      const { first, isArgument, names } = readers[at];
      const value = args[first];
      const found = isArgument ? value : propertyOf(value, names);
      if (isRight(found)) return found;
    }
    return undefined;
  };
}

const propertyOf = (value, names) => (typeof value === 'object' ? follow(value, names) : undefined);

const isText = (value) => typeof value === 'string';
const isList = (value) => Array.isArray(value) || (typeof value === 'object' && value !== null);

/**
 * Begins an operation: `facts` as hook.facts() returns them. Returns {operation, connection, context of its callbacks,
 * binds: true if a callback needs that only until it returns, hold: a promise if it is held, received, leaving}.
 */
function begin(hook, facts, caller) {
  const context = current();
  return beginAt(hook, facts, context, context?.site ?? facts.site ?? siteBelow(caller));
}

function beginAt(hook, facts, context, found) {
  const { object, statement, values, isPart, received, leaving } = facts;
  const { spec, driver } = hook;
  const site = found ?? (context?.request && answeredSite(context.request));
  const connection = connectionOf(spec, driver, object);
  const operation = new Operation(spec, connection, statement, values, context, site);
  connection.asked = undefined;
  if (site === undefined && context?.request) {
    operation.place = context.place ?? placeInPackage(spec.package);
    context.unsited?.push(operation);
  }
  const schema = context?.request && connection.store.learnSchema();
  operation.sync ||= isPart === true;
  const asked = tell('operation', operation);
  const hold = operation.isApart
    ? holdApart(hook.spec.held ? connection : {}, context.request, asked)
    : join(connection, context?.request, operation.sync ? undefined : asked, schema);
  if (statement && !driver.isWait && isDefinition(statement)) connection.store.forgetSchema();
  const further = context && outside(context);
  return { operation, connection, context: further, binds: context?.binds, hold, received, leaving };
}

// A request has one context outside of the functions of stores, so that callbacks know it again.
function outside(context) {
  if (context.binds) return context.outer;
  if (context.site === undefined) return context;
  return context.request?.context ?? { ...context, site: undefined };
}

/** Returns whether a statement changes the schema. */
const isDefinition = ofText((statement) => DEFINES.test(statement));

// Calls of one request on one connection keep their order. Those of others go on: they may share the connection.
function join({ tails }, request, asked, schema) {
  const tail = tails === undefined || tails.size === 0 ? undefined : tails.get(request);
  if (tail === undefined && asked === undefined && schema === undefined) return undefined;
  const all = [tail, asked, schema].filter(Boolean);
  return holdApart({ tails }, request, all.length === 1 ? all[0] : Promise.all(all));
}

// It waits for no other call. What is sent for it, and calls that follow it, wait for `hold`.
function holdApart({ tails }, request, hold) {
  tails?.set(request, hold);
  hold.then(() => { if (tails?.get(request) === hold) tails.delete(request); });
  return hold;
}

function watchPromise(promise, { operation, received }, hook, isAnswered) {
  const watched = promise.then((result) => {
    received?.(result);
    if (operation.site === undefined && operation.request) operation.learnSite(awaitingSite());
    const hold = operation.finish(hook, undefined, result);
    return hold === undefined ? result : hold.then(() => result);
  }, async (error) => {
    await operation.finish(hook, error);
    throw error;
  });
  // The driver calls a callback, so nobody looks at the promise.
  if (isAnswered) watched.catch(() => {});
  return watched;
}

// The statement commits when the proof lets it, as a slow one would.
function beginSlow({ driver }, self, operation) {
  if (!driver.control) return;
  driver.control(self, 'BEGIN').catch(() => {}); // the statement fails as well
  operation.control = (text) => quietly(() => driver.control(self, text));
}

function issue(hook, self, args, begun) {
  begun.operation.start();
  begun.leaving?.(begun.operation);
  const wasInside = isInside;
  isInside = true;
  try {
    if (begun.operation.isSlow) beginSlow(hook, self, begun.operation);
    return apply(hook.original, self, args);
  } catch (error) {
    begun.operation.finish(hook, error);
    throw error;
  } finally {
    isInside = wasInside;
  }
}

const issueLater = (hook, self, args, begun) => begun.hold.then(() => {
  const result = within(begun.context, issue, undefined, [hook, self, args, begun]);
  hook.driver.flush?.(self);
  return result;
});

function recordSync(hook, self, args, begun) {
  const result = issue(hook, self, args, begun);
  begun.operation.finish(hook, undefined, result);
  return result;
}

// A command in a batch that is being written: it can't wait, and its promise has a listener that the driver set.
function recordPart(hook, self, args, begun) {
  const { operation } = begun;
  const result = issue(hook, self, args, begun);
  result.then((value) => operation.finish(hook, undefined, value), (error) => operation.finish(hook, error));
  return result;
}

function recordCall(hook, self, given, facts, context, site) {
  const args = facts.args?.slice() ?? given;
  const begun = facts.begun ?? beginAt(hook, facts, context, site);
  if (hook.spec.sync) return recordSync(hook, self, args, begun);
  const isPart = facts.isPart && !begun.hold && !hook.spec.callback;
  if (facts.isWritten || isPart) return recordPart(hook, self, args, begun);
  const submitted = hook.spec.submits && typeof args[0]?.submit === 'function' ? args[0] : undefined;
  const changed = hook.spec.callback ? takeCallback(args, hook, begun, facts.callbackOn) : undefined;
  if (submitted && !changed) watchEvents(submitted, begun, hook);
  if (begun.hold && hook.spec.held === undefined) {
    const later = issueLater(hook, self, changed ?? args, begun);
    if (!changed && !submitted && !hook.spec.returnsThis) return watchPromise(later, begun, hook, facts.isAnswered);
    later.catch((error) => process.nextTick(() => { throw error; }));
    return hook.spec.returnsThis ? self : submitted;
  }
  const result = issue(hook, self, changed ?? args, begun);
  if (changed || submitted) return result;
  if (hook.spec.returnsThis) {
    begun.operation.finish(hook, undefined, undefined); // nobody asks for its result
    return result;
  }
  if (typeof result?.emit === 'function') {
    watchEvents(result, begun, hook);
    return result;
  }
  if (typeof result?.then !== 'function') {
    begun.operation.finish(hook, undefined, undefined); // nobody asks for its result
    return result;
  }
  return watchPromise(result, begun, hook, facts.isAnswered);
}

/** Returns a function that takes the place of `original`, an operation as model/stores describes it. */
function operation(spec, original, driver) {
  const statement = reader(spec.statement ?? []);
  const values = reader(spec.values ?? []);
  const facts = driver.facts
    ? (self, args, caller) => driver.facts(self, args, spec, caller)
    : (self, args) => ({ object: self, statement: statement(args, isText), values: values(args, isList) });
  return recorded({ spec, original, driver, facts });
}

/**
 * Returns a function that records the calls of hook.original. `hook`: { spec, original, driver, facts(self, args) },
 * which returns { object, statement, values, isPart, isWritten, isAnswered, begun }, or undefined for a call that is
 * no operation. `object` is the connection. `isAnswered`: it has a callback, so its promise has no listener.
 * `received`, if given, is called with its result before the program gets that, and `leaving` with the operation before
 * it is sent.
 * `begun`: what begin() has returned for it before.
 */
const recorded = (hook) => function call(...args) {
  if (isInside) return apply(hook.original, this, args);
  const before = current();
  const facts = before?.quiet ? undefined : hook.facts(this, args, call);
  if (!facts) return apply(hook.original, this, args);
  const context = hook.driver.facts === undefined ? before : current(); // a consumer of messages has one of its own
  const site = context?.site ?? facts.site ?? siteBelow(call); // here, since few frames are above the user's
  return recordCall(hook, this, args, facts, context, site);
};

const origins = makeMark(); // of a query that was made: its call site

/** A function that returns a query, which runs when somebody waits for it: then the program may have no frame left. */
function origin(spec, original) {
  return function make(...args) {
    const query = apply(original, this, args);
    const context = current();
    const isAsked = context?.request && !context.quiet && context.site === undefined;
    if (isAsked && isList(query)) origins.set(query, siteBelow(make));
    return query;
  };
}

// `names`: the path from what the entry is called on to the query.
function originOf(object, { origin: names }) {
  const query = follow(object, names.split('.').filter(Boolean));
  return isList(query) ? origins.get(query) : undefined;
}

// A query that is awaited runs when no frame is the user's, and V8's async frames name nobody then.
const entrySite = (object, spec, caller) =>
  (spec.origin === undefined ? undefined : siteOnStack(caller) ?? originOf(object, spec)) ?? siteBelow(caller);

// A function from which operations start later, in another context perhaps. Its callback goes on in the caller's.
function entry(spec, original) {
  return function enter(...args) {
    const context = current();
    if (context?.quiet || context?.site !== undefined) return apply(original, this, args);
    const { binds } = spec;
    const outer = context?.binds ? context.outer : context;
    const site = entrySite(this, spec, enter);
    const inner = { request: context?.request, site, quiet: false, binds, outer };
    const go = binds ? during : within;
    const given = boundArguments(args, context);
    if (inner.site !== undefined || !inner.request) return go(inner, original, this, given);
    inner.unsited = [];
    inner.place = placeInPackage(spec.package);
    return learningSites(go(inner, original, this, given), inner.unsited);
  };
}

// `operations`: those that `promise` waits for. A promise that is an emitter, too, such as a transaction of knex, has
// methods that the program may call.
function learningSites(promise, operations) {
  if (typeof promise?.then !== 'function' || typeof promise.emit === 'function') return promise;
  return promise.then((value) => {
    const site = awaitingSite();
    for (const operation of operations) operation.learnSite(site);
    return value;
  });
}

/** Its callbacks run in the context of the caller, whoever calls them. */
function bind(spec, original) {
  return function call(...args) {
    return apply(original, this, boundArguments(args, current()));
  };
}

/** A function by which a connection begins to open. */
function opens(spec, original) {
  return function open(...args) {
    noteOpening(this);
    return apply(original, this, args);
  };
}

/**
 * A function by which a connection sends, also while it opens: it waits while an earlier call of its request is held.
 */
function send(spec, original) {
  return function sendLater(...args) {
    noteOpening(this);
    const tail = tailOf(this, current()?.request);
    if (!tail) return apply(original, this, args);
    const context = current();
    tail.then(() => { within(context, sendLater, this, args); }); // commands of mysql2 have a then() that throws
    return args[0];
  };
}

/** Tells the driver what `original` makes, a class or a function. A function that it makes is one of these, too. */
function made(spec, original, driver) {
  const told = (value) => {
    if (typeof value === 'function') return made(spec, value, driver);
    driver.made[spec.as](value);
    return value;
  };
  return new Proxy(original, {
    apply: (_, self, args) => told(apply(original, self, args)),
    construct: (_, args, target) => told(Reflect.construct(original, args, target)),
  });
}

function recordOperations(to) {
  writeOperations(to);
}

module.exports = { begin, bind, entry, made, opens, origin, send, operation, recorded, recordOperations };
