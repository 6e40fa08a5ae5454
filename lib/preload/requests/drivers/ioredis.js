'use strict';
// ioredis: all commands, those of pipelines too, go through sendCommand(command, stream).

const { makeMark } = require('../marks.js');
const { SENDS, emit, published } = require('./redis-channels.js');
const { command, outcome } = require('./redis-commands.js');
const { ADDS, READS, addedFlow, asksFor } = require('./redis-streams.js');

const sent = makeMark(); // a command that waited for the connection is sent again

function facts(self, [sending, stream]) {
  if (typeof sending !== 'object' || sending === null || sent.get(sending)) return undefined;
  sent.set(sending, true);
  const known = command(sending.name, sending.args);
  if (known !== undefined) watchMessages(sending, known);
  const isWritten = stream !== undefined;
  return known && { object: self, ...known, isPart: isWritten, isWritten, isAnswered: typeof sending.callback === 'function' };
}

// Its callback hears of the answer before its promise does.
function watchMessages(sending, { statement, values }) {
  if (statement === ADDS) sending.args.push(...addedFlow(values));
  if (SENDS.has(statement)) sending.args = published(sending.args) ?? sending.args;
  if (!READS.has(statement)) return;
  const take = asksFor(statement, values);
  const { resolve } = sending;
  sending.resolve = (reply) => {
    take(reply);
    resolve(reply);
  };
}

const optionsOf = ({ options }) => options ?? {};

function nameOf(client) {
  const { path, host = '127.0.0.1', port = 6379, db = 0 } = optionsOf(client);
  return path ? `redis://${path}/${db}` : `redis://${host}:${port}/${db}`;
}

/** A second connection: its query(name, args) sends one command. A client may have a prefix for all keys. */
async function open(client) {
  const other = client.duplicate({ lazyConnect: true, keyPrefix: '' });
  await other.connect();
  return { query: (name, args = []) => other.call(name, ...args), close: () => other.quit() };
}

module.exports = { facts, nameOf, open, outcome, replaced: { emit }, settings: optionsOf };
