'use strict';
// Writes Chrome's trace event format, which Perfetto opens: each race as a process, a thread for each service and
// request, a slice for each request that a service took in and for each operation, and messages as flow events.
const { forJson } = require('../../shown/media.js');

const meta = (pid, tid, name, value) => ({ ph: 'M', pid, tid, name, args: { name: value } });
const micros = (ms) => Math.round(ms * 1000);
const titleOf = ({ who, lane }) => (who === undefined ? lane : `${who} in ${lane}`);

function slice(pid, tid, { kind, at, end, text, site, failed }) {
  const dur = Math.max(1, micros((end ?? at) - at));
  return { ph: 'X', pid, tid, ts: micros(at), dur, cat: kind, name: text, args: { site, failed } };
}

// A flow event belongs to the slice of its thread at that time, so each message has a short slice at both ends.
function message(pid, tids, id, { from, to, sent, at, text, who }) {
  const ends = [{ ph: 's', tid: tids({ who, lane: from }), ts: micros(sent) }, { ph: 'f', bp: 'e', tid: tids({ who, lane: to }), ts: micros(at) }];
  return ends.flatMap(({ tid, ts, ...event }) => [
    { ph: 'X', pid, tid, ts, dur: 1, cat: 'message', name: text },
    { ...event, pid, tid, ts, id, cat: 'message', name: 'message' },
  ]);
}

function eventsOf({ title, sequence }, pid) {
  if (sequence === undefined) return [];
  const known = new Map();
  const tids = (step) => {
    const name = titleOf(step);
    if (!known.has(name)) known.set(name, known.size);
    return known.get(name);
  };
  const events = sequence.steps.flatMap((step, index) => {
    if (step.kind !== 'message') return [slice(pid, tids(step), step)];
    return step.from === undefined ? [] : message(pid, tids, pid * 1000 + index, step);
  });
  const names = [...known].map(([name, tid]) => meta(pid, tid, 'thread_name', name));
  return [meta(pid, 0, 'process_name', title), ...names, ...events];
}

/** Returns the trace of a report (requests.json). Races in one process have no events. */
const chromeOf = ({ races }) => `${forJson({
  displayTimeUnit: 'ms', traceEvents: races.flatMap((race, index) => eventsOf(race, index + 1)),
})}\n`;

module.exports = { chromeOf };
