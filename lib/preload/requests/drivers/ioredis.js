'use strict';
// ioredis: all commands, those of pipelines too, go through sendCommand(command, stream).

const { current, within } = require('../context.js');
const { makeMark } = require('../marks.js');
const { begin } = require('../operations.js');
const { SENDS, emit, published } = require('./redis-channels.js');
const { command, outcome } = require('./redis-commands.js');
const { leaving } = require('./redis-lists.js');
const { taking } = require('./redis-queues.js');
const { ADDS, addedFlow } = require('./redis-streams.js');

const { apply } = Reflect;

const sent = makeMark(); // a command that waited for the connection is sent again
const batched = makeMark(); // the facts of a command of a batch that was begun
const begunBatches = new WeakSet(); // a batch may be sent again

function facts(self, [sending, stream]) {
  if (typeof sending !== 'object' || sending === null) return undefined;
  const ofBatch = batched.get(sending);
  if (ofBatch) {
    batched.set(sending, undefined);
    return ofBatch;
  }
  if (sent.get(sending)) return undefined;
  sent.set(sending, true);
  const known = command(sending.name, sending.args);
  if (known !== undefined) watchMessages(sending, known);
  const isWritten = stream !== undefined;
  const isAnswered = typeof sending.callback === 'function';
  return known && { object: self, ...known, isPart: isWritten, isWritten, isAnswered, leaving: leaving(known) };
}

// Begins the commands of a batch before one of them is written: then the batch can wait. Returns promises of those that
// are held.
function beginAll({ redis, _queue: commands }, spec, caller) {
  const hook = { spec, driver: module.exports };
  const holds = commands.map((sending) => {
    const known = facts(redis, [sending]);
    if (known === undefined) return undefined;
    const begun = begin(hook, known, caller);
    batched.set(sending, { ...known, isWritten: true, begun });
    return begun.hold;
  });
  return holds.filter(Boolean);
}

// exec() of a pipeline, which MULTI is, too. With a transaction it is called twice: to add EXEC, and to send all.
const exec = (original, spec) => function exec(...args) {
  const context = current();
  const isSent = this._transactions === 0 && this._queue?.length > 0 && !this.isCluster && !begunBatches.has(this);
  if (!isSent || !context?.request || context.quiet) return apply(original, this, args);
  begunBatches.add(this);
  const holds = beginAll(this, spec, exec);
  if (holds.length === 0) return apply(original, this, args);
  Promise.all(holds).then(() => within(context, original, this, args));
  return this.promise;
};

// Its callback hears of the answer before its promise does.
function watchMessages(sending, known) {
  const { statement, values } = known;
  if (statement === ADDS) sending.args.push(...addedFlow(values));
  if (SENDS.has(statement)) sending.args = published(sending.args) ?? sending.args;
  const take = taking(known);
  if (take === undefined) return;
  const { resolve } = sending;
  sending.resolve = (reply) => {
    take(reply);
    resolve(reply);
  };
}

const optionsOf = ({ options }) => options ?? {};

function nameOf(client) {
  const { path, host = '127.0.0.1', port = 6379, db = 0, sentinels, name } = optionsOf(client);
  // Sentinels tell where the server is.
  if (sentinels) return `redis://${sentinels.map((one) => `${one.host ?? '127.0.0.1'}:${one.port ?? 26379}`).join(',')}/${name}/${db}`;
  return path ? `redis://${path}/${db}` : `redis://${host}:${port}/${db}`;
}

/** A second connection: its query(name, args) sends one command. A client may have a prefix for all keys. */
async function open(client) {
  const other = client.duplicate({ lazyConnect: true, keyPrefix: '' });
  await other.connect();
  return { query: (name, args = []) => other.call(name, ...args), close: () => other.quit() };
}

module.exports = { facts, nameOf, open, outcome, replaced: { emit, exec }, settings: optionsOf };
