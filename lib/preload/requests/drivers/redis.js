'use strict';
// node-redis: all commands go through the queue of a client.

const { quietly } = require('../context.js');
const { SENDS, published, withListener } = require('./redis-channels.js');
const { command, outcome } = require('./redis-commands.js');
const { leaving } = require('./redis-lists.js');
const { taking } = require('./redis-queues.js');
const { ADDS, addedFlow } = require('./redis-streams.js');

const { setImmediate } = globalThis; // tests may replace it later

const flushed = new WeakSet(); // queues whose client is about to look
const clients = new WeakMap(); // queue -> client
let latestQueue;
let latestClient;

function withFlow({ statement, values }, [name, ...given]) {
  if (SENDS.has(statement)) return published(given);
  const flow = statement === ADDS ? addedFlow(values) : [];
  return flow.length > 0 ? [...given, ...flow] : undefined;
}

function ofMessages(known, args, ...more) {
  const own = withFlow(known, args);
  return { args: own && [[args[0], ...own], ...more], received: taking(known), leaving: leaving(known) };
}

// Commands between MULTI and EXEC follow each other on the connection.
function facts(queue, [args, options]) {
  latestQueue = queue;
  if (!Array.isArray(args)) return undefined;
  const known = command(args[0], args.slice(1));
  const isPart = options?.chainId !== undefined && known?.statement !== 'MULTI';
  return known && { object: queue, ...known, isPart, ...ofMessages(known, args, options) };
}

/** Remembers the queue of a client that is being made, and the client when it is there. */
const made = { queue: (queue) => { latestQueue = queue; }, client: (client) => {
  latestClient = client;
  if (latestQueue) clients.set(latestQueue, client);
  latestQueue = undefined;
} };

/** Functions that take the place of the client's own. */
const replaced = { listener: withListener };

const clientOf = (queue) => clients.get(queue) ?? latestClient;
const settings = (queue) => clientOf(queue)?.options ?? {};

function nameOf(queue) {
  const { socket = {}, database = 0 } = settings(queue);
  return socket.path ? `redis://${socket.path}/${database}` : `redis://${socket.host ?? '127.0.0.1'}:${socket.port ?? 6379}/${database}`;
}

// A client writes what is in its queue when it has put a command there. One that was held comes later, when the client
// does not look any more: an empty command makes it look. It follows all that were held together, as in MULTI.
function flush(queue) {
  if (flushed.has(queue)) return;
  flushed.add(queue);
  setImmediate(() => {
    flushed.delete(queue);
    quietly(() => clientOf(queue)?.sendCommand(['PING']))?.catch(() => {});
  });
}

/** A second connection: its query(name, args) sends one command. */
async function open(queue) {
  const other = clientOf(queue).duplicate();
  other.on('error', () => {});
  await other.connect();
  const close = () => (other.close ?? other.quit).call(other);
  return { query: (name, args = []) => other.sendCommand([name, ...args.map(String)]), close };
}

module.exports = { facts, flush, made, nameOf, open, outcome, replaced, settings };
