'use strict';
// Finds the place where a request is held.

// The place in the process that made the call `call` where it can be held before it makes that.
function heldAtCall(call, all) {
  const recording = all.find(({ sent }) => sent.has(call));
  if (call === undefined || recording === undefined) return undefined;
  const { request, t } = recording.sent.get(call);
  const caller = recording.requests.get(request);
  if (caller === undefined) return undefined; // a recording that was cut off
  const last = caller.operations.findLast((one) => one.turn === undefined && one.t <= t);
  return last ? { recording, number: last.operation } : heldAtCall(caller.call, all);
}

// Redis has the commands of a transaction written together. They are held before MULTI.
function startOf(own, { operation, dialect, transaction }) {
  if (dialect !== 'redis' || transaction === undefined) return operation;
  return own.operations.find((one) => one.transaction === transaction && one.dialect === dialect).operation;
}

/**
 * Returns {recording, number} of the operation at which a request is held before the one with `number`. A synchronous
 * one cannot be held itself: it is the last one before it that can, or one before the call that led to it. `all` are
 * the recordings of the processes that may have made that.
 */
function heldFor(recording, number, all = []) {
  const operation = recording.operations.get(number);
  const own = recording.requests.get(operation.request);
  if (operation.turn === undefined) return { recording, number: startOf(own, operation) };
  const last = own.operations.findLast((one) => one.turn === undefined && one.operation < number);
  if (last) return { recording, number: last.operation };
  return heldAtCall(own.call, all) ?? { recording, number };
}

module.exports = { heldFor };
