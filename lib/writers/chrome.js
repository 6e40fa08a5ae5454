'use strict';
// Writes Chrome's trace event format, which Perfetto opens: the failing and the passing run as two processes, a thread
// for each lane, a slice for each delay.
const { operationName } = require('../names/short.js');
const { forJson } = require('../shown/media.js');
const { lanes } = require('./lanes.js');

function meta(pid, tid, name, value) {
  return { ph: 'M', pid, tid, name, args: { name: value } };
}

function slice(pid, tid, operation) {
  const { name, site, phase, api, decided, t, delay, lost } = operation;
  const begin = delay === undefined ? t : decided;
  return {
    ph: 'X', pid, tid, ts: begin * 1000, dur: Math.max(1, (t - begin) * 1000), cat: phase,
    name: operationName({ api, name, phase }), args: { operation: name, site, delay, lost: lost || undefined },
  };
}

function processEvents(pid, label, traces) {
  const events = [meta(pid, 0, 'process_name', label)];
  for (const [tid, { lane, operations }] of lanes(traces).entries()) {
    events.push(meta(pid, tid, 'thread_name', lane), ...operations.map((operation) => slice(pid, tid, operation)));
  }
  return events;
}

function chromeWriter() {
  const events = [];
  let pid = 0;
  return (event) => {
    if (event.type === 'failure') {
      const { failing, passing } = event.timelines();
      events.push(...processEvents(++pid, `failing: ${event.failure.title}`, failing));
      events.push(...processEvents(++pid, `passing: ${event.failure.title}`, passing));
    }
    return event.type === 'end' ? `${forJson({ displayTimeUnit: 'ms', traceEvents: events })}\n` : '';
  };
}

module.exports = { chromeWriter };
