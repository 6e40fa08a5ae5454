'use strict';
// The functions by which a test declares its gates: order, hold, barrier, gate, ran (lib/gates.d.ts describes them).
const { UserError } = require('../errors/index.js');
const { parseLocations, parseOrder } = require('../names/location.js');
const { inCurrentTest } = require('./bind.js');
const { watch } = require('./conditions.js');
const { control } = require('./native.js');
const { GateSet, GateError } = require('./sets.js');

const isOptions = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function newSet(options) {
  control(); // throws if nacd-native is not loaded
  return inCurrentTest(() => new GateSet(options));
}

const handleOf = (set) => ({
  open: () => set.gates.forEach(({ id }) => control().open(id)),
  remove: () => {
    const error = set.remove();
    if (error) throw error;
  },
});

/** order('a -> b', ...): holds b until a has run. The last argument may be options. */
function order(...lines) {
  const options = isOptions(lines.at(-1)) ? lines.pop() : {};
  const gates = lines.flatMap(parseOrder);
  if (gates.length === 0) throw new UserError('nacd: gates: order() needs at least one order, such as "fs.stat@a.js:4 -> setTimeout@a.js:7"');
  const set = newSet(options);
  for (const gate of gates) set.add(gate);
  return handleOf(set);
}

/** barrier(where, count): holds each operation until `count` of them are held. */
function barrier(where, count, options = {}) {
  if (!Number.isInteger(count) || count < 2) throw new UserError(`nacd: gates: the count of barrier() must be a whole number from 2, not ${count}`);
  const locations = parseLocations(where);
  const set = newSet(options);
  set.add({ label: `barrier of ${count} at ${locations.map(({ text }) => text).join(', ')}`, where: locations, barrier: count });
  return handleOf(set);
}

class NamedGate {
  #ids = [];
  #isOpen = false;
  constructor(name) {
    this.name = name;
  }
  get isOpen() {
    return this.#isOpen;
  }
  open() {
    this.#isOpen = true;
    for (const id of this.#ids) control().open(id);
  }
  close() {
    this.#isOpen = false;
    for (const id of this.#ids) control().close(id);
  }
  /** Holds the operations at `where` until this gate is open. */
  hold(where, options) {
    return hold(where, this, options);
  }
  /** Opens and closes the native gate `id` together with this one. */
  attach(id) {
    this.#ids.push(id);
    if (this.#isOpen) control().open(id);
  }
}

/** Returns a gate that the test opens and closes by itself. */
function gate(name) {
  return new NamedGate(String(name));
}

// Opens the gate when the condition becomes true. With `again`, closes it when the condition becomes false.
function watchPredicate(set, id, predicate, { again }) {
  let isOpen = false;
  const check = () => {
    if (isOpen && !again) return;
    let holds;
    try {
      holds = Boolean(predicate());
    } catch (error) {
      set.fail(new GateError(`nacd: gates: the condition of a hold threw an exception: ${error?.stack ?? error}`));
      holds = true;
    }
    if (holds === isOpen) return;
    isOpen = holds;
    if (holds) control().open(id);
    else control().close(id);
  };
  check();
  watch(set, check);
}

function addHold(set, { where, until, options }) {
  const label = `hold ${where.map(({ text }) => text).join(', ')}`;
  if (until instanceof NamedGate) {
    const id = set.add({ label, where, byHand: true, waitsFor: `the gate ${JSON.stringify(until.name)} to be opened` });
    if (id !== 0) until.attach(id);
    return id;
  }
  if (typeof until === 'function') {
    const id = set.add({ label, where, byHand: true, waitsFor: `a condition: ${String(until).replace(/\s+/g, ' ').slice(0, 80)}` });
    if (id !== 0) watchPredicate(set, id, until, options);
    return id;
  }
  if (until === undefined) return set.add({ label, where, byHand: true, waitsFor: 'open() to be called' });
  return set.add({ label, where, after: parseLocations(until) });
}

/** hold(where, until): holds operations until others have run, a gate opens, a condition holds, or open() is called. */
function hold(where, until, options = {}) {
  const locations = parseLocations(where);
  const set = newSet(options);
  let id = addHold(set, { where: locations, until, options });
  return {
    ...handleOf(set),
    until(condition) {
      set.drop(id);
      id = addHold(set, { where: locations, until: condition, options });
      return this;
    },
    get waiting() {
      return control().state().waiting.filter(({ arrived, gates }) => arrived && gates.includes(id)).length;
    },
  };
}

/** Resolves when an operation, or each of several, has run that was not started before this call. */
function ran(where, options = {}) {
  const locations = parseLocations(where);
  const set = newSet(options);
  const id = set.add({ label: `ran ${locations.map(({ text }) => text).join(', ')}`, after: locations });
  return id === 0 || control().none ? Promise.resolve() : set.whenOpen(id);
}

module.exports = { order, hold, barrier, gate, ran };
