'use strict';
// The package redis before version 4: send_command(name, args, callback), from version 2.3 on
// internal_send_command({command, args, callback}).

const net = require('node:net');
const { command, outcome } = require('./redis-commands.js');

const sent = new WeakSet(); // a command that waited for the connection is sent again
const batched = new WeakSet(); // clients between MULTI and EXEC

// Commands between MULTI and EXEC follow each other on the connection.
function isPart(client, { statement }) {
  const isInside = batched.has(client);
  if (statement === 'MULTI') batched.add(client);
  if (statement === 'EXEC' || statement === 'DISCARD') batched.delete(client);
  return isInside;
}

// get(key, callback) puts the callback into the list.
function withCallback([name, list, callback]) {
  if (!Array.isArray(list) || typeof list.at(-1) !== 'function') return [name, list, callback];
  return [name, list.slice(0, -1), list.at(-1)];
}

function facts(client, args) {
  const given = withCallback(args);
  const known = factsOf(client, given);
  return known && (typeof args[0] === 'object' ? known : { ...known, args: given });
}

function factsOf(client, [first, second]) {
  const isObject = typeof first === 'object' && first !== null;
  const list = Array.isArray(second) ? second : [];
  const { command: name, args, callback } = isObject ? first : { command: first, args: list };
  const identity = isObject ? first : args;
  if (sent.has(identity)) return undefined;
  sent.add(identity);
  const known = command(name, args ?? []);
  if (!known) return undefined;
  return { object: client, ...known, isPart: isPart(client, known), callbackOn: callback && first };
}

const placeOf = ({ connection_options: options = {}, connectionOption: old = options, host, port }) => ({
  path: old.path, host: host ?? old.host ?? '127.0.0.1', port: port ?? old.port ?? 6379,
});

function nameOf(client) {
  const { path, host, port } = placeOf(client);
  const database = client.selected_db ?? 0;
  return path ? `redis://${path}/${database}` : `redis://${host}:${port}/${database}`;
}

const other = (client) => client.duplicate?.({ prefix: '' }) ??
  new client.constructor(net.createConnection(placeOf(client)), client.options ?? {});

/** A second connection: its query(name, args) sends one command. */
async function open(client) {
  const own = other(client);
  own.on('error', () => {});
  const query = (name, args = []) => new Promise((resolve, reject) => {
    const done = (error, result) => (error ? reject(error) : resolve(result));
    own.send_command(name.toLowerCase(), args.map(String), done);
  });
  if (client.selected_db > 0) await query('SELECT', [client.selected_db]);
  return { query, close: async () => { own.end(true); } };
}

module.exports = { facts, nameOf, open, outcome };
