'use strict';
// Tells what a request from outside does in all processes.

/**
 * The requests that come from outside, with all that they do in any process: `operations` have the index of their
 * `trace`, and `begin` and `finish` on the clock of the machine.
 */
function rootsOf(recordings) {
  const own = recordings.filter(({ isForeign }) => !isForeign);
  const placed = new Map(); // operation of a recording -> the same with its place
  for (const recording of own) {
    const trace = recordings.indexOf(recording);
    const started = Date.parse(recording.header?.started ?? 0);
    for (const one of recording.operations.values()) {
      placed.set(one, { ...one, trace, begin: started + one.t, finish: started + one.end });
    }
  }
  const flows = new Map(); // flow -> its operations
  for (const { flow, operations } of own.flatMap(({ requests }) => [...requests.values()])) {
    if (flow !== undefined) flows.set(flow, (flows.get(flow) ?? []).concat(operations));
  }
  const whole = (request) => ({
    ...request, operations: (flows.get(request.flow) ?? request.operations).map((one) => placed.get(one)),
  });
  return own.map((recording) => {
    const roots = [...recording.requests.values()].filter(({ call }) => call === undefined);
    return { recording, trace: recordings.indexOf(recording), requests: roots.map(whole) };
  });
}

module.exports = { rootsOf };
