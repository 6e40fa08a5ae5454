'use strict';
// Tells what both requests of a run did in which service, and the messages between these, from the recordings of the
// run: for the drawing of a race.
const fs = require('node:fs');
const path = require('node:path');

const { ANSWER, MESSAGE } = require('../../trace/protocol.js');
const { clockOf, delaysOf } = require('../effects/clocks.js');
const { recordedLines, recordings } = require('../effects/recorded.js');
const { mainOf } = require('../recording/recorded.js');

const MOST_STEPS = 300;

// One process of the run: {main, requests: number -> {who, text, at, end, call}, operations, sent, received}.
function processOf(file, { owners, calls }, offset) {
  const known = { requests: new Map(), operations: [], sent: new Map(), received: new Map() };
  for (const line of recordedLines(file)) {
    const { type, request: number, how, id } = line;
    const request = known.requests.get(number);
    const at = offset + line.t;
    if (type === 'header') known.main = mainOf(line);
    else if (type === 'request') {
      const text = line.method === MESSAGE ? line.target.slice(1) : `${line.method} ${line.target}`;
      known.requests.set(number, { who: owners.get(line.flow), text, at });
    } else if (type === 'response' && request) Object.assign(request, { end: at, status: line.status });
    else if (type === 'operation') known.operations.push({ ...line, at, end: offset + line.end });
    else if (type === 'message' && (how === 'send' || how === 'receive')) {
      (how === 'send' ? known.sent : known.received).set(id, { number, at });
      if (how === 'receive' && request && !id.endsWith(ANSWER)) {
        request.call = id;
        request.who = calls[id] ?? request.who;
      }
    }
  }
  return known;
}

// Several processes with one main file are told apart by a number.
function named(processes) {
  const counts = new Map();
  for (const one of processes) {
    const count = (counts.get(one.main) ?? 0) + 1;
    counts.set(one.main, count);
    if (count > 1) one.main = `${one.main} (${count})`;
  }
  return processes;
}

const isShown = ({ who }) => who !== undefined;

function messagesBetween(processes) {
  const steps = [];
  for (const from of processes) {
    for (const [id, sent] of from.sent) {
      const to = processes.find(({ received }) => received.has(id));
      if (!to) continue;
      const received = to.received.get(id);
      // A call belongs to the request that it makes; its answer comes from that.
      const isAnswer = id.endsWith(ANSWER);
      const request = isAnswer ? from.requests.get(sent.number) : to.requests.get(received.number);
      const { who, text, status } = request ?? {};
      const about = isAnswer ? { isAnswer, text: `${status ?? ''}` } : { text };
      steps.push({ kind: 'message', who, from: from.main, to: to.main, sent: sent.at, at: received.at, ...about });
    }
  }
  return steps;
}

function stepsIn({ main, requests, operations }) {
  const steps = [];
  for (const { who, text, at, end, call } of requests.values()) {
    if (end !== undefined) steps.push({ kind: 'request', who, lane: main, at, end, text });
    if (call === undefined) steps.push({ kind: 'message', who, to: main, sent: at, at, text });
  }
  for (const { request, at, end, statement, site, values, failed } of operations) {
    const { who } = requests.get(request) ?? {};
    steps.push({ kind: 'operation', who, lane: main, at, end, statement, site, values, failed });
  }
  return steps;
}

/**
 * Returns {lanes, steps} of a run whose files are in `folder`: its processes by their main files, and what happened in
 * order of time. The flows and calls are those of the director's result. A step is {kind: 'operation' or 'request',
 * who, lane, at, end, ...} or {kind: 'message', who, from, to, sent, at, text}; times are milliseconds. Undefined if
 * one process did all, or if not all is known.
 */
function sequenceOf(folder, { flows = {}, calls = {} }) {
  const traces = path.join(folder, 'trace');
  if (flows.first === undefined || flows.second === undefined || !fs.existsSync(traces)) return undefined;
  const owners = new Map(Object.entries(flows).map(([who, flow]) => [flow, who]));
  const files = recordings(traces);
  const clocks = files.map(clockOf);
  const delays = delaysOf(clocks);
  const offsetOf = (index) => clocks[index].started + delays[index];
  const processes = named(files.map((file, index) => processOf(file, { owners, calls }, offsetOf(index))));
  const all = [...messagesBetween(processes), ...processes.flatMap(stepsIn)].filter(isShown);
  const steps = all.sort((a, b) => a.at - b.at).slice(0, MOST_STEPS);
  const lanes = [...new Set(steps.flatMap(({ lane, from, to }) => [from, to, lane]).filter(Boolean))];
  if (processes.length < 2 || steps.length === 0) return undefined;
  const start = Math.min(...steps.map(({ at, sent }) => Math.min(at, sent ?? at)));
  const round = (time) => (time === undefined ? undefined : Math.round((time - start) * 1000) / 1000);
  const shown = (step) => ({ ...step, at: round(step.at), sent: round(step.sent), end: round(step.end) });
  return { lanes, steps: steps.map(shown) };
}

module.exports = { sequenceOf };
