'use strict';
// The package memjs. Without a callback its functions call themselves with one: that call is the operation.
const { outcome } = require('./memcached.js');

const isFunction = (value) => typeof value === 'function';

function facts(client, args, { command }) {
  if (!args.some(isFunction)) return undefined;
  return { object: client, statement: command, values: [String(args[0])] };
}

const nameOf = ({ servers }) => `memcached://${servers.map(({ host, port }) => `${host}:${port}`).join(',')}`;


// Values are bytes, unless the client has a serializer.
const plain = (value) => (Buffer.isBuffer(value) ? value.toString() : value ?? undefined);

/** A second connection: its query(method, args) calls that method of a client, such as get. */
function open(client) {
  const servers = client.servers.map(({ constructor: Server, host, port, username, password, options }) => (
    new Server(host, port, username, password, options)));
  const other = new client.constructor(servers, client.options);
  const query = (method, args = []) => new Promise((resolve, reject) => {
    other[method](...args, (error, result) => (error ? reject(error) : resolve(plain(result))));
  });
  return { query, close: async () => other.close() };
}

module.exports = { facts, nameOf, open, outcome };
