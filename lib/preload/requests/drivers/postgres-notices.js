'use strict';
// NOTIFY of PostgreSQL. A notification is nothing but its text, so its flow lies beside the database (../pushes.js),
// under the process of the server that sends it and the channel: each listener hears of both. One of a transaction is
// sent when that commits.

const { changesOf } = require('../../../trace/statement-kind.js');
const { drop, handOut, send } = require('../messages.js');
const { makeMark } = require('../marks.js');
const { ofText } = require('../of-text.js');
const { heard, pushed, timeNow, withdraw } = require('../pushes.js');
const { triggersOf } = require('../stores.js');
const { follow, remember, sends } = require('./pg-unsent.js');

const TEXT = '(\'(?:[^\']|\'\')*\'|\\$\\d+)(?:\\s*::\\s*\\w+)?';
const CALL = new RegExp(`\\bpg_notify\\s*\\(\\s*${TEXT}\\s*,\\s*(?:${TEXT}\\s*\\))?`, 'gi');
const COMMAND = /(?:^|;)\s*notify\s+("(?:[^"]|"")+"|\w+)(?:\s*,\s*('(?:[^']|'')*'))?/gi;
const SAYS_NOTIFY = /notify/i;
const LISTENS = /^\s*listen\b/i;
const ANY = '*'; // in the place of a text that only the database makes

const sentBy = makeMark(); // operation -> what it sends
const heardBy = makeMark(); // listening connection -> {since, names: list -> name of the latest push}

const fromQuoted = (text, quote) => text.slice(1, -1).replaceAll(quote + quote, quote);

// Returns the text of 'text' or $1, or undefined.
function textOf(part, values) {
  if (part === undefined) return undefined;
  if (part.startsWith('\'')) return fromQuoted(part, '\'');
  const value = values?.[Number(part.slice(1)) - 1];
  if (value === undefined || value === null) return value === null ? '' : undefined;
  return typeof value === 'object' && !Buffer.isBuffer(value) ? JSON.stringify(value) : String(value);
}

const channelOf = (name) => (name.startsWith('"') ? fromQuoted(name, '"') : name.toLowerCase());

// Returns [{channel, payload}] of a statement; `payload` is undefined if the database makes it.
function named(statement, values) {
  const calls = [...statement.matchAll(CALL)].map(([, channel, payload]) => (
    { channel: textOf(channel, values), payload: textOf(payload, values) }));
  const commands = [...statement.matchAll(COMMAND)].map(([, channel, payload]) => (
    { channel: channelOf(channel), payload: payload === undefined ? '' : textOf(payload) }));
  return [...calls, ...commands].filter(({ channel }) => channel !== undefined);
}

const plainName = (table) => table.replaceAll('"', '').replace(/^public\./, '').toLowerCase();

const changesIn = ofText((statement) => (
  changesOf(statement).map(({ kind, table = '' }) => ({ kind, table: plainName(table) }))));

// The notifications of the triggers of the statement's tables. Most databases have no triggers.
function triggered(connection, statement) {
  const triggers = triggersOf(connection);
  if (triggers.length === 0) return [];
  const changes = changesIn(statement);
  const own = triggers.filter((one) => (
    changes.some(({ kind, table }) => table === plainName(one.table) && one.on.includes(kind))));
  return own.flatMap(({ definition }) => named(definition)).map(({ channel }) => ({ channel }));
}

const listOf = (backend) => `notify ${backend}`;
const queueOf = (channel) => `channel ${channel}`;
const elementOf = (channel, payload = ANY) => `${channel}\0${payload}`;

// A statement that fails has its transaction rolled back, too.
function undo(one) {
  const { channel, message, file, isUndone } = one;
  one.isUndone = true;
  if (isUndone) return;
  withdraw(file);
  drop(queueOf(channel), message);
}

function note(connection, { channel, payload }) {
  const element = elementOf(channel, payload);
  // The database sends equal ones of a transaction once.
  if (payload !== undefined && sends(connection, element)) return undefined;
  const message = send(queueOf(channel));
  if (message === undefined) return undefined;
  const one = { channel, message, file: pushed(listOf(connection.processID), element, message.text) };
  remember(connection, () => undo(one), element);
  return one;
}

function hearsOf(connection) {
  if (heardBy.get(connection) === undefined) heardBy.set(connection, { since: timeNow(), names: new Map() });
  return heardBy.get(connection);
}

const aboutOf = ofText((statement) => ({ listens: LISTENS.test(statement), notifies: SAYS_NOTIFY.test(statement) }));

/** Takes that `operation`, of this statement, is about to be sent on a connection of pg. */
function leaves(connection, statement, values, operation) {
  follow(connection, statement);
  const { listens, notifies } = aboutOf(statement);
  if (listens) hearsOf(connection);
  if (!operation.request || typeof connection.processID !== 'number') return;
  const notices = notifies ? named(statement, values) : triggered(connection, statement);
  if (notices.length === 0) return;
  const sent = notices.map((one) => note(connection, one)).filter(Boolean);
  sentBy.set(operation, sent);
}

/** Takes that an operation has failed: it sends nothing. */
function failed(operation) {
  for (const one of sentBy.get(operation) ?? []) undo(one);
}

// A statement that changes several rows may send as many texts that the database makes.
function flowOf(connection, { channel, payload, processId }) {
  const known = hearsOf(connection);
  for (const element of [elementOf(channel, payload ?? ''), elementOf(channel)]) {
    const key = `${processId} ${element}`;
    const latest = known.names.get(key);
    const found = heard(listOf(processId), element, latest?.name ?? known.since);
    if (found === undefined && (latest === undefined || element !== elementOf(channel))) continue;
    if (found !== undefined) known.names.set(key, found);
    return (found ?? latest).text;
  }
  return undefined;
}

/** Takes the place of the function of pg that tells listeners of a notification. */
const notified = () => function tell(message) {
  const { channel } = message;
  const about = { queue: queueOf(channel), text: flowOf(this, message), via: 'postgres', name: channel };
  handOut(about, () => this.rawListeners('notification').map((listener) => Reflect.apply(listener, this, [message])));
};

module.exports = { failed, leaves, notified };
