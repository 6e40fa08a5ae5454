'use strict';
// The connector of MariaDB as one file, as require() gives it since 3.5: its classes are not exported. They are hooked
// when their first object is there, as those of the single files are.

const { quietly } = require('../context.js');
const { hookAs, hookFunction } = require('../packages.js');

const { apply } = Reflect;
const CONNECTION = 'mariadb/lib/connection.js';
const CALLBACKS = 'mariadb/lib/connection-callback.js';
const PREPARED = 'mariadb/lib/cmd/class/prepare-result-packet.js';
const STATEMENTS = ['query', 'execute', 'batch'];

const hooked = new WeakSet(); // classes
const noop = () => {};
const classOf = (object) => object?.constructor ?? {};

function once(Class, hook) {
  if (!hooked.has(Class)) hook(Class);
  hooked.add(Class);
}

// One of the cache of prepared statements has a copy of the method.
function hookPrepared(spec, prepared) {
  if (Object.hasOwn(prepared, 'execute')) hookAs(PREPARED, { prototype: prepared }, spec);
  else once(classOf(prepared), (Prepared) => hookAs(PREPARED, Prepared, spec));
}

const hookConnection = (spec, connection) => once(classOf(connection), (Connection) => {
  hookAs(CONNECTION, Connection, spec);
  const { prepare } = Connection.prototype;
  Connection.prototype.prepare = function prepareHooked(statement, resolve, reject) {
    return apply(prepare, this, [statement, (result) => {
      hookPrepared(spec, result);
      resolve(result);
    }, reject]);
  };
});

const hookCallbacks = (spec, wrapper) => once(classOf(wrapper), (Callbacks) => hookAs(CALLBACKS, Callbacks, spec));

// Its user gets a wrapper, whose on() is that of the connection within. This tells listeners of new listeners itself.
function within(wrapper) {
  let inner;
  const take = function take() { inner = this; };
  wrapper.on('newListener', take);
  wrapper.once('nacd', noop);
  for (const [event, listener] of [['nacd', noop], ['newListener', take]]) wrapper.removeListener(event, listener);
  return inner;
}

// A pool calls a function with the connection, in the context of the request that released it. A promise of one goes on
// in the context of the caller.
const byPromise = (name) => async function statement(...args) {
  const connection = await this.getConnection();
  try {
    return await connection[name](...args);
  } finally {
    quietly(() => connection.release());
  }
};

const byCallback = (spec, name) => function statement(...args) {
  const callback = typeof args.at(-1) === 'function' ? args.pop() : noop;
  this.getConnection((error, connection) => {
    if (error) return callback(error);
    hookCallbacks(spec, connection);
    return connection[name](...args, (...results) => {
      quietly(() => connection.release());
      callback(...results);
    });
  });
};

function hookPool(spec, pool, replaced, kinds) {
  pool.prependOnceListener('acquire', (connection) => hookConnection(spec, connection));
  once(classOf(pool), (Pool) => {
    for (const name of STATEMENTS) Pool.prototype[name] = replaced(name);
    for (const [name, kind] of Object.entries(kinds)) {
      hookFunction({ ...spec, driver: undefined, kind, function: `prototype.${name}` }, { exports: Pool });
    }
  });
  return pool;
}

const entries = { query: 'entry', execute: 'entry', batch: 'entry' };

/** Functions that take the place of those that the bundles export. */
const replaced = {
  connection: (original, spec) => async function createConnection(...args) {
    const wrapper = await original(...args);
    hookConnection(spec, within(wrapper));
    return wrapper;
  },
  pool: (original, spec) => function createPool(...args) {
    return hookPool(spec, original(...args), byPromise, entries);
  },
  connectionWithCallbacks: (original, spec) => function createConnection(...args) {
    const wrapper = original(...args);
    hookConnection(spec, within(wrapper));
    hookCallbacks(spec, wrapper);
    return wrapper;
  },
  poolWithCallbacks: (original, spec) => function createPool(...args) {
    const kinds = { ...entries, getConnection: 'bind' };
    return hookPool(spec, original(...args), (name) => byCallback(spec, name), kinds);
  },
};

module.exports = { replaced };
