'use strict';
// Sets the gates of a schedule file for the whole process, before the program starts.
const fs = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');

const { parseGates } = require('../files/gates.js');
const { control } = require('./native.js');
const { GateSet } = require('./sets.js');

// A command may start many processes, and the gates may be about only one of them. So each process writes a report, and
// runGated() (run-gated.js) judges them together. A test runner may end its processes by a signal, after which no code
// runs: what is known when a gate opens is written then. A report that is there is whole: the signal may come while the
// next one is written.
function report(folder, sets, isEnd) {
  const state = control().state();
  const met = sets.flatMap((set) => set.gates).filter(({ id }) => {
    const { where = [], after = [] } = state.gates[id] ?? {};
    return [...where, ...after].some((watch) => watch.met);
  }).length;
  const problems = isEnd ? sets.map((set) => set.check()?.message).filter(Boolean) : [];
  const file = path.join(folder, `${process.pid}-${threadId}.json`);
  fs.writeFileSync(`${file}.part`, JSON.stringify({ met, problems, seen: state.seen }));
  fs.renameSync(`${file}.part`, file);
}

/** Sets `entries`, the "gates" of a schedule file. Throws a UserError if one is not valid. */
function setScheduleGates(entries) {
  const sets = parseGates(entries).map(({ gates, options }) => {
    const set = new GateSet({ ...options, file: true });
    for (const gate of gates) set.add(gate);
    return set;
  });
  const folder = process.env.NACD_GATES_OUT;
  if (!folder) return;
  control().listen(() => report(folder, sets, false));
  process.prependOnceListener('exit', () => report(folder, sets, true));
}

module.exports = { setScheduleGates };
