'use strict';
// Tells whether a longer delay still shows the same failure. Beyond the shortest time that fails, it may pass a further
// limit of time of the program. Then another thing breaks, which a fix of the first one leaves as it is.
const path = require('node:path');

const { timersDuring } = require('../analysis/repeatable.js');
const { nameIn } = require('../analysis/tiers.js');
const { stackOf } = require('../campaign/fold.js');
const { failureMessages } = require('../campaign/outputs/index.js');
const { readOutputs } = require('../campaign/read-outputs.js');
const { keyOf } = require('../names/key.js');
const { readTraces } = require('../trace/read.js');

const TICK = /\/tick#[0-9]+$/;

// Ticks of one interval are one limit, however many of them fit into the delay.
const limitOf = (run) => keyOf(run).replace(TICK, '');

function heldIn(trace, delay) {
  const is = (name) => (operation) => operation.phase === delay.phase && operation.name === name;
  return trace.operations.find(is(delay.name)) ?? trace.operations.find(is(nameIn(trace, delay)));
}

// Returns the timers that fired while `delay` held its operation, except an interval that had ticked before: it goes on
// whatever is held.
function limitsPassed(traces, delay) {
  for (const trace of traces) {
    const held = heldIn(trace, delay);
    if (!held) continue;
    const before = trace.runs.filter((run) => run.line < held.line && TICK.test(run.name)).map(limitOf);
    const going = new Set(before);
    const during = timersDuring({ key: keyOf(held), line: held.line }, trace.runs).map(limitOf);
    return new Set(during.filter((limit) => !going.has(limit)));
  }
  return new Set();
}

// Numbers of a message depend on how much of a race has happened, those of its frames are places.
function messageOf(folder, title) {
  const [message, ...frames] = stackOf(failureMessages(...readOutputs(folder)).get(title))?.split('\n') ?? [];
  return message && [message.replace(/\d+/g, '0'), ...frames].join('\n');
}

function failsOtherwise(edge, longer) {
  if (!edge) return false;
  const [one, other] = [edge, longer].map(({ folder, titles = [] }) => messageOf(folder, titles[0]));
  return one !== undefined && other !== undefined && one !== other;
}

/**
 * Returns true if the failing run `longer` passes a limit of time that the run of the shortest failing delay did not
 * pass, or fails with another message. `edges[i].above` has the failing runs of the search for delay i, shortest last.
 */
function passesFurther(longer, delays, edges) {
  const traces = readTraces(path.join(longer.folder, 'trace'));
  return edges.some(({ above }, index) => {
    const edge = above.at(-1);
    if (!edge) return false;
    const known = limitsPassed(readTraces(path.join(edge.folder, 'trace')), delays[index]);
    return [...limitsPassed(traces, delays[index])].some((limit) => !known.has(limit));
  }) || failsOtherwise(edges.findLast(({ above }) => above.length > 0)?.above.at(-1), longer);
}

module.exports = { passesFurther };
