'use strict';
// Requests and operations of a flow, and how a run finds them again.
const { statementShape } = require('../../trace/places.js');

/** Returns all requests that belong to the flow of `request`: itself, and those that it caused in any process. */
function flowOf(request, recordings) {
  const { flow } = request;
  if (flow === undefined) return [request];
  return recordings.flatMap((recording) => [...recording.requests.values()].filter((one) => one.flow === flow));
}

/**
 * Returns how the director recognises an operation: {site, api, statement, nth}. It is counted among `operations` of
 * this process: if they are not given, those of its flow. `isSynchronous`: it cannot be held.
 */
function referenceOf(recording, number, operations) {
  const operation = recording.operations.get(number);
  const { site, api, turn } = operation;
  const statement = statementShape(operation.statement);
  const own = recording.requests.get(operation.request);
  const isHere = (one) => recording.operations.get(one.operation) === one;
  const counted = operations?.filter(isHere) ?? flowOf(own, [recording]).flatMap((request) => request.operations);
  const alike = counted.filter((one) =>
    one.site === site && one.api === api && statementShape(one.statement) === statement);
  const before = alike.filter((one) => one.operation <= number);
  return { site, api, statement, nth: before.length, ...(turn !== undefined && { isSynchronous: true }) };
}

/** Returns the operations of a window, which may be of other processes. `recordings` is {first, second, all}. */
const operationsIn = ({ window, traces }, who, recordings) => window.map((number, index) => {
  const recording = traces === undefined ? recordings[who] : recordings.all[traces[index]];
  return recording.operations.get(number);
});

module.exports = { flowOf, operationsIn, referenceOf };
