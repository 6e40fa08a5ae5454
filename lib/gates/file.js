'use strict';
// Gates of a schedule file: set for the whole process, before the program starts.
const fs = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');

const { parseGates } = require('../files/gates.js');
const { GateSet, control } = require('./sets.js');

// For whoever started this process and many others: which of them the gates were for shows only together.
function report(folder, sets) {
  const state = control().state();
  const met = sets.flatMap((set) => set.gates).filter(({ id }) => {
    const { where = [], after = [] } = state.gates[id] ?? {};
    return [...where, ...after].some((watch) => watch.met);
  }).length;
  const problems = sets.map((set) => set.check()?.message).filter(Boolean);
  fs.writeFileSync(path.join(folder, `${process.pid}-${threadId}.json`), JSON.stringify({ met, problems, seen: state.seen }));
}

/** Sets the gates of a schedule's file. */
function setFileGates(entries) {
  const sets = parseGates(entries).map(({ gates, options }) => {
    const set = new GateSet({ ...options, file: true });
    for (const gate of gates) set.add(gate);
    return set;
  });
  const folder = process.env.NACD_GATES_OUT;
  if (folder) process.prependOnceListener('exit', () => report(folder, sets));
}

module.exports = { setFileGates };
