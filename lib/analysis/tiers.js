'use strict';
// Learns from two runs which parts of names vary from run to run, and says by what a replay should find an operation
// whose name has chance in it. A name that both runs have is compared as a whole. Else the operation takes the place of
// one that only the other run has: the one with the same form and count.
const { formOf, ownerOf } = require('../names/name.js');
const { keyOf } = require('../names/key.js');

const LOOSE = ['subject', 'site', 'parent'];
const CALLS = new Set(['callback', 'promise', 'registration']);

// Returns the forms of a trace's operations by `tier`. The parent's form is known by the numbers in the trace.
function formsIn({ operations }) {
  const byId = new Map(operations.map(({ id, name }) => [id, name]));
  return ({ name, parent }, tier) => {
    const above = tier === 'parent' ? byId.get(parent) : undefined;
    return { form: formOf(name, tier, above === undefined ? '' : formOf(above, 'site')), above };
  };
}

function pushTo(map, key, value) {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
}

// A start that is not delayed has no line: the call's completion stands for it, since both are decided at one time.
const countedAs = (phase) => (CALLS.has(phase) ? ['registration', phase] : [phase]);

// Returns the names of a trace's operations by phase, tier and form, each in the order in which they came.
function namesByForm(trace) {
  const formIn = formsIn(trace);
  const names = new Map();
  const seen = new Set();
  for (const operation of trace.operations) {
    for (const phase of new Set(countedAs(operation.phase))) {
      const key = `${phase} ${operation.name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const tier of LOOSE) pushTo(names, `${tier} ${phase} ${formIn(operation, tier).form}`, operation.name);
    }
  }
  return names;
}

// Returns the names of the calls and connections of a trace by tier and form, in order.
function ownersByForm(trace) {
  const formIn = formsIn(trace);
  const owners = new Map();
  const seen = new Set();
  for (const operation of trace.operations) {
    const name = ownerOf(operation.name);
    if (seen.has(name)) continue;
    seen.add(name);
    for (const tier of LOOSE) pushTo(owners, `${tier} ${formIn({ ...operation, name }, tier).form}`, name);
  }
  return owners;
}

class Learner {
  #names;
  #owners;
  #formIn;
  #own;
  #theirs;
  #others;

  constructor(trace, { own, theirs, others }) {
    this.#formIn = formsIn(trace);
    this.#names = namesByForm(trace);
    this.#owners = ownersByForm(trace);
    this.#own = own;
    this.#theirs = theirs;
    this.#others = others;
  }

  // Returns the first tier by which the other run has an operation of its own in the place of this one.
  tierOf(operation) {
    const owner = ownerOf(operation.name);
    if (this.#theirs.has(owner)) return 'name';
    return LOOSE.find((tier) => {
      const key = `${tier} ${this.#formIn({ ...operation, name: owner }, tier).form}`;
      const at = this.#owners.get(key)?.indexOf(owner) ?? -1;
      const inPlace = this.#others.map((names) => names.get(key)?.[at]);
      return at >= 0 && inPlace.some((name) => name !== undefined && !this.#own.has(name));
    });
  }

  hintFor(operation, tier) {
    const { form, above } = this.#formIn(operation, tier);
    const nth = this.#names.get(`${tier} ${operation.phase} ${form}`).indexOf(operation.name) + 1;
    return { tier, nth, ...(tier === 'parent' && above !== undefined ? { parent: formOf(above, 'site') } : {}) };
  }

  // Something that only this run has, but that was started by an operation whose name varies, varies with it.
  isBelowVarying({ parent }, byId) {
    for (let at = byId.get(parent), depth = 0; at && depth < 64; at = byId.get(at.parent), depth++) {
      const tier = this.tierOf(at);
      if (tier === 'name') return false;
      if (tier !== undefined) return true;
    }
    return false;
  }
}

const ownersOf = (traces) => new Set(traces.flatMap(({ operations }) => operations.map(({ name }) => ownerOf(name))));

/**
 * Returns `delays` of a run with `traces`, each with {tier, nth, parent} where a replay should not go by the name alone
 * (docs/reference/trace-format.md). `others` are the traces of another run of the same program.
 */
function withTiers(delays, traces, others) {
  const theirs = ownersOf(others);
  const loose = new Set(delays.filter(({ name }) => !theirs.has(ownerOf(name))).map(keyOf));
  if (loose.size === 0 || others.length === 0) return delays;
  const known = { own: ownersOf(traces), theirs, others: others.map(ownersByForm) };
  const hints = new Map();
  for (const trace of traces) {
    const mine = trace.operations.filter((operation) => loose.has(keyOf(operation)) && !hints.has(keyOf(operation)));
    if (mine.length === 0) continue;
    const learner = new Learner(trace, known);
    const byId = new Map(trace.operations.map((operation) => [operation.id, operation]));
    for (const operation of mine) {
      const tier = learner.tierOf(operation) ?? (learner.isBelowVarying(operation, byId) ? 'site' : 'name');
      if (tier !== 'name') hints.set(keyOf(operation), learner.hintFor(operation, tier));
    }
  }
  return delays.map((delay) => ({ ...delay, ...hints.get(keyOf(delay)) }));
}

const formsOfTraces = new WeakMap(); // trace -> namesByForm(trace)

const namesIn = (trace) => {
  if (!formsOfTraces.has(trace)) formsOfTraces.set(trace, namesByForm(trace));
  return formsOfTraces.get(trace);
};

/**
 * Returns which operation of its phase with the same form by the tier `site` a delay's was in `trace`, from 1; 0: there
 * is no such operation.
 */
const ordinalIn = (trace, { name, phase }) =>
  1 + (namesIn(trace).get(`site ${phase} ${formOf(name, 'site')}`)?.indexOf(name) ?? -1);

/**
 * Returns the name that the operation of a delay with {tier, nth, parent} has in `trace`, where a replay finds it by
 * these; undefined: it goes by the name alone, or there is no such operation.
 */
function nameIn(trace, { name, phase, tier, nth, parent }) {
  if (tier === undefined) return undefined;
  return namesIn(trace).get(`${tier} ${phase} ${formOf(name, tier, parent)}`)?.[nth - 1];
}

// Returns by which tier the operation of a delay occurred in the traces; undefined: it did not.
function tierMet(delay, names, traces) {
  if (names.has(keyOf(delay))) return 'name';
  return traces.some((trace) => nameIn(trace, delay) !== undefined) ? delay.tier : undefined;
}

/**
 * Compares a schedule with a run: {matched, missed, tiers}, the number of delays whose operation occurred, the others,
 * and how many were found by each tier, such as {name: 9, site: 3}.
 */
function matchOf({ delays }, traces) {
  const names = new Set(traces.flatMap(({ operations }) => operations.map(keyOf)));
  const tiers = {};
  const missed = delays.filter((delay) => {
    const tier = tierMet(delay, names, traces);
    if (tier !== undefined) tiers[tier] = (tiers[tier] ?? 0) + 1;
    return tier === undefined;
  });
  return { matched: delays.length - missed.length, missed, tiers };
}

/** Returns of `traces` what withTiers() compares, and nothing else: a program may have many operations. */
function comparedNames(traces) {
  return traces.map(({ operations }) => {
    return { operations: operations.map(({ id, parent, name, phase }) => ({ id, parent, name, phase })) };
  });
}

module.exports = { comparedNames, matchOf, nameIn, ordinalIn, withTiers };
