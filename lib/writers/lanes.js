'use strict';
// Sorts the operations of a run into lanes: sockets, files, timers, workers and processes, and the rest.
const { happenings } = require('../analysis/order.js');

const LANES = [
  ['sockets', /^(net|tls|https?|http2|dgram|dns)\b/],
  ['files', /^fs\b/],
  ['timers', /^(set(Timeout|Interval|Immediate)|timers)\b/],
  ['workers', /^(worker_threads|crypto|zlib|child_process|cluster)\b/],
  ['others', /^/],
];

function laneOf({ api, name, phase }) {
  if (phase === 'timer') return 'timers';
  if (phase === 'stall') return 'others';
  return LANES.find(([, pattern]) => pattern.test(api ?? name))[0];
}

/**
 * Returns [{lane, operations}] for `traces`, those of all processes of a run. A lane has at least one operation, in
 * order of time. With several processes each has its own lanes, named with its process id.
 */
function lanes(traces) {
  const several = traces.filter(({ operations }) => operations.length > 0).length > 1;
  const found = new Map();
  for (const trace of traces) {
    for (const operation of happenings(trace)) {
      const lane = laneOf(operation) + (several ? ` of ${trace.header?.pid ?? '?'}` : '');
      if (!found.has(lane)) found.set(lane, []);
      found.get(lane).push(operation);
    }
  }
  return [...found].map(([lane, operations]) => ({ lane, operations: operations.sort((a, b) => a.t - b.t) }));
}

module.exports = { lanes };
