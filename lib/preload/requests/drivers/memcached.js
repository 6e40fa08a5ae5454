'use strict';
// The package memcached: each command is compiled by a function that command() gets.

const { apply } = Reflect;

function facts(client, [compile, ...more]) {
  if (typeof compile !== 'function') return undefined;
  const query = apply(compile, undefined, []);
  if (query?.key === undefined || typeof query.type !== 'string') return undefined;
  const again = (noreply) => (noreply ? compile(noreply) : query);
  return {
    object: client, statement: query.type, values: [query.key].flat().map(String), args: [again, ...more],
    callbackOn: query,
  };
}

const serversOf = ({ servers }) => [servers].flat();
const nameOf = (client) => `memcached://${serversOf(client).join(',')}`;

// false: the key was there already, or was not there, or another value was. null: it has no value.
const outcome = (result) => ({ rows: result === false || result === undefined || result === null ? 0 : 1 });

/** A second connection: its query(method, args) calls that method of a client, such as get. */
function open(client) {
  const other = new client.constructor(serversOf(client));
  const query = (method, args = []) => new Promise((resolve, reject) => {
    other[method](...args, (error, result) => (error ? reject(error) : resolve(result)));
  });
  return { query, close: async () => other.end() };
}

module.exports = { facts, nameOf, open, outcome };
