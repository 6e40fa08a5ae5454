'use strict';
// Judges a message that overtook what its sender does after it (overtaking.js), beside runs in which the sender was
// first. It did harm if the consumer leaves something else behind. To look again until the row is there does none.
const { isDeepStrictEqual: same } = require('node:util');

const { kindOf } = require('./acts.js');
const { looksIn, operationsOfConsumer } = require('./consumer.js');
const { newErrors } = require('../record/logs.js');
const { inStores, serverError, stateLoss } = require('./loss.js');
const { leavesOf } = require('../recording/answers.js');
const { isChange } = require('../recording/writing.js');

// A command of a store of keys is no statement with a number of rows: `writes` knows its kind from the recording.
function hasChanged({ site, api, statement, rows, failed }, { writes = {} }) {
  if (failed !== undefined || rows === 0) return false;
  return isChange({ statement }) || Object.hasOwn(writes, kindOf({ site, api, statement }));
}

const hasWritten = (outcome) => operationsOfConsumer(outcome).some((one) => hasChanged(one, outcome));

// A list in a row may have what both added in another order.
function isReordered({ kind, row, serial = [] }) {
  if (kind !== 'lost update') return false;
  const sorted = (text) => JSON.stringify(leavesOf(JSON.parse(text)).sort());
  return serial.every((other) => sorted(other) === sorted(row));
}

// The log may tell of a consumer that keeps nothing, such as one that sends a mail.
function logged(forced, serial, rough) {
  const { AB } = serial;
  const isKept = (run) => !same(rough(run).states.middle, rough(run).states.after);
  if (AB.some(isKept) || AB.some((run) => looksIn(forced).length > looksIn(run).length)) return undefined;
  const [text] = newErrors(forced, serial);
  return text && { verdict: 'race', kind: 'new error', text };
}

/** Returns the verdict on a forced run, as judge() does. `serial.AB` are runs in which the sender was first. */
function overtaken(forced, serial, { fits, rough, view }) {
  const { AB } = serial;
  if (fits(forced, AB)) return logged(forced, serial, rough) ?? { verdict: 'fine', as: 'AB' };
  const error = serverError(forced, AB);
  if (error) return { verdict: 'race', ...error };
  const then = AB.map((run) => inStores(view(run).states.after));
  const { before, after } = view(forced).states;
  const loss = stateLoss(forced, { before, now: inStores(after), then }, new Set(forced.deletes));
  if (loss === undefined || isReordered(loss)) return { verdict: 'stale', kind: 'stale answer' };
  // Of two orders that were both seen to do something, nobody knows which one is meant.
  const isSure = forced.overtakes.wasLater || !hasWritten(forced);
  return isSure ? { verdict: 'race', ...loss } : { verdict: 'stale', kind: 'stale answer' };
}

module.exports = { overtaken };
