'use strict';
// Keeps what runs of a proof have given. Candidates of the same two requests share the serial runs, and the forced runs
// with the same steps.

class Evidence {
  serial = { AB: [], BA: [] };
  tried = new Map(); // steps -> what the forced runs gave
  between = new Map(); // the order before later work -> runs of it
  background = new Set(); // writes of others than the two requests, in serial runs
  problem; // Unrepeatable, of the serial runs
  alike = []; // {at, states, beginning} of each run

  /**
   * `all`: {at, states, beginning} of each run, also of other requests. `isOneOrder`: one serial order stands for both.
   */
  constructor(all, { isOneOrder = false } = {}) {
    this.all = all;
    if (isOneOrder) this.serial.BA = this.serial.AB;
  }
}

const ALL = Symbol('all runs');

// Runs with the same text show the same. Probes are requests whose answers stand beside the state.
function serialKey({ candidate, live }) {
  const { first, second, same, probes, holdsAnswer, overtakes, before } = candidate;
  const calls = [first.calls, second.calls, first.operations, second.operations];
  const both = [first.trace, first.request, second.trace, second.request];
  return JSON.stringify([...both, same === true, live, calls, probes, holdsAnswer, overtakes, before]);
}

/** Returns the Evidence of a pair among `shared`, a Map that the proofs of one campaign share. */
function evidenceOf(shared, pair) {
  const key = serialKey(pair);
  const isOneOrder = pair.candidate.overtakes === true;
  if (!shared.has(ALL)) shared.set(ALL, []);
  if (!shared.has(key)) shared.set(key, new Evidence(shared.get(ALL), { isOneOrder }));
  return shared.get(key);
}

module.exports = { evidenceOf, serialKey };
