'use strict';
// Writes Chrome's trace event format, which Perfetto opens. A campaign has the failing and the passing run as two
// processes, with a thread for each lane and a slice for each delay. Request races are a process each, with a thread
// for each service and request, and a slice for each request and operation there; messages are flow events.
const { operationName } = require('../names/short.js');
const { forJson } = require('../shown/media.js');
const { lanes } = require('./lanes.js');

const meta = (pid, tid, name, value) => ({ ph: 'M', pid, tid, name, args: { name: value } });
const traceText = (traceEvents) => `${forJson({ displayTimeUnit: 'ms', traceEvents })}\n`;

// From `begin` to `end`, in microseconds; at least 1 long.
const slice = (about, begin, end) => ({ ph: 'X', ...about, ts: begin, dur: Math.max(1, end - begin) });

function delaySlice(pid, tid, operation) {
  const { name, site, phase, api, decided, t, delay, lost } = operation;
  const about = {
    pid, tid, cat: phase, name: operationName({ api, name, phase }),
    args: { operation: name, site, delay, lost: lost || undefined },
  };
  return slice(about, (delay === undefined ? t : decided) * 1000, t * 1000);
}

function processEvents(pid, label, traces) {
  const events = [meta(pid, 0, 'process_name', label)];
  for (const [tid, { lane, operations }] of lanes(traces).entries()) {
    events.push(meta(pid, tid, 'thread_name', lane), ...operations.map((operation) => delaySlice(pid, tid, operation)));
  }
  return events;
}

/** Returns the writer of a campaign (index.js). */
function chromeWriter() {
  const events = [];
  let pid = 0;
  return (event) => {
    if (event.type === 'failure') {
      const { failing, passing } = event.timelines();
      events.push(...processEvents(++pid, `failing: ${event.failure.title}`, failing));
      events.push(...processEvents(++pid, `passing: ${event.failure.title}`, passing));
    }
    return event.type === 'end' ? traceText(events) : '';
  };
}

const micros = (ms) => Math.round(ms * 1000);
const titleOf = ({ who, lane }) => (who === undefined ? lane : `${who} in ${lane}`);

const stepSlice = (pid, tid, { kind, at, end, text, site, failed }) => (
  slice({ pid, tid, cat: kind, name: text, args: { site, failed } }, micros(at), micros(end ?? at)));

// A flow event belongs to the slice of its thread at that time, so each message has a short slice at both ends.
function message(pid, tids, id, { from, to, sent, at, text, who }) {
  const ends = [
    { ph: 's', tid: tids({ who, lane: from }), ts: micros(sent) },
    { ph: 'f', bp: 'e', tid: tids({ who, lane: to }), ts: micros(at) },
  ];
  return ends.flatMap(({ tid, ts, ...event }) => [
    slice({ pid, tid, cat: 'message', name: text }, ts, ts),
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
    if (step.kind !== 'message') return [stepSlice(pid, tids(step), step)];
    return step.from === undefined ? [] : message(pid, tids, pid * 1000 + index, step);
  });
  const names = [...known].map(([name, tid]) => meta(pid, tid, 'thread_name', name));
  return [meta(pid, 0, 'process_name', title), ...names, ...events];
}

/** Returns the trace of a report on request races (requests.json). Races in one process have no events. */
const chromeOf = ({ races }) => traceText(races.flatMap((race, index) => eventsOf(race, index + 1)));

module.exports = { chromeOf, chromeWriter };
