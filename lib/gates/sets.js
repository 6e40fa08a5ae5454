'use strict';
// The gates that are set now. Each belongs to a test, or to the process.
const { matchesGlob } = require('../names/glob.js');
const { unwatch } = require('./conditions.js');
const { control } = require('./native.js');
const { deadlockReport, unmetLines } = require('./reports.js');
const { printError } = require('../shown/standard-error.js');

/** The error of a gated test. `deadlock` is true if every operation that could continue was held. */
class GateError extends Error {
  constructor(message, { deadlock = false } = {}) {
    super(message);
    Object.defineProperty(this, 'deadlock', { value: deadlock });
    this.name = 'GateError';
    this.code = 'ERR_NACD_GATE';
    this.stack = `${this.name}: ${message}`; // the frames of this package would say nothing
  }
}

const sets = new Set();
const tests = []; // the tests that run now, as beginTest() made them, innermost last
const opened = new Map(); // id -> function to call when that gate has opened by itself

const allGates = () => [...sets].flatMap(({ gates }) => gates);

// Opens all gates, so that the test ends at once. It fails when it ends.
function onDeadlock() {
  const report = deadlockReport(allGates(), control().state());
  const stuck = [...sets].filter((set) => set.isStuck());
  const forgiven = stuck.length > 0 && stuck.every(({ options }) => options.impossible === 'pass' || options.optional);
  if (!forgiven) printError(report);
  for (const set of stuck) set.fail(new GateError(report, { deadlock: true }));
  for (const gate of allGates()) control().open(gate.id);
}

function onEvent(id) {
  if (id === 0) onDeadlock();
  else opened.get(id)?.();
}

// Listens only while there are gates. A test runner drops the modules of a test file, and a listener would keep them.
function remember(set) {
  if (sets.size === 0) control().listen(onEvent);
  sets.add(set);
  if (tests.length === 0) process.once('exit', endProcess);
}

function forget(set) {
  sets.delete(set);
  unwatch(set);
  if (sets.size > 0) return;
  control().unlisten(onEvent);
  process.off('exit', endProcess);
}

/** Gates that were set together, for the innermost test that was running. */
class GateSet {
  gates = [];
  #failure;
  #onFail = new Set();

  constructor(options = {}) {
    this.options = options;
    this.test = tests.at(-1);
    remember(this);
  }

  /**
   * Sets a gate and returns its id; 0 if the gate is for a test of another title.
   * @param gate `label`, a description; `where`, locations of the operations to hold; `after`, locations of operations
   *   that must run before them; `barrier`, how many operations to hold; `byHand`, true if open() opens it; `waitsFor`,
   *   the description of what opens it, if that is no operation.
   */
  add({ label, where = [], after: awaitedFirst = [], barrier = 0, byHand = false, waitsFor }) {
    const title = this.test?.title ?? '';
    if ([...where, ...awaitedFirst].some(({ test }) => test !== undefined && !matchesGlob(test, title))) return 0;
    const id = control().add({ where, after: awaitedFirst, barrier, byHand });
    this.gates.push({ id, label, where, after: awaitedFirst, waitsFor });
    return id;
  }

  /** Removes one gate. Its operations continue, and its faults are not reported. */
  drop(id) {
    this.gates = this.gates.filter((gate) => gate.id !== id);
    control().remove(id);
  }

  /** True if a gate of this set is closed and holds an operation, or the test itself. */
  isStuck() {
    const { gates, waiting } = control().state();
    return this.gates.some(({ id, where }) => {
      if (!gates[id] || gates[id].open) return false;
      return where.length === 0 || waiting.some(({ arrived, gates: at }) => arrived && at.includes(id));
    });
  }

  /** Makes the test fail with `error`; the first error counts. */
  fail(error) {
    this.#failure ??= error;
    for (const reject of this.#onFail) reject(error);
  }

  /** Resolves when the gate has opened by itself. Rejects if it never will. */
  whenOpen(id) {
    return new Promise((resolve, reject) => {
      this.#onFail.add(reject);
      opened.set(id, () => {
        this.#onFail.delete(reject);
        resolve();
      });
    });
  }

  #isMet({ gates }) {
    return this.gates.some(({ id }) => [...gates[id].where, ...gates[id].after].some(({ met }) => met));
  }

  /** Returns the fault of these gates so far, as a GateError; undefined if there is none. */
  check() {
    const { optional, impossible, file } = this.options;
    if (optional) return undefined;
    if (this.#failure) return impossible === 'pass' && this.#failure.deadlock ? undefined : this.#failure;
    const state = control().state();
    if (file && !this.#isMet(state)) return undefined; // the gates are about another process
    const lines = this.gates.filter(({ id }) => state.gates[id]).flatMap((gate) => unmetLines(gate, state));
    return lines.length > 0 ? new GateError(['nacd: the operations did not run as the gates require', ...lines].join('\n')) : undefined;
  }

  /** Removes the gates, so that held operations continue. Returns the same as check(). */
  remove() {
    if (!sets.has(this)) return undefined;
    const error = this.check();
    for (const { id } of this.gates) {
      opened.delete(id);
      control().remove(id);
    }
    forget(this);
    return error;
  }
}

function removeAll(which) {
  const errors = [...sets].filter(which).map((set) => set.remove()).filter(Boolean);
  if (errors.length < 2) return errors[0];
  return new GateError(errors.map(({ message }) => message).join('\n'), { deadlock: errors.some(({ deadlock }) => deadlock) });
}

/** Begins a test: gates that are set from now on belong to it. Returns the test, for endTest(). */
function beginTest(title) {
  const test = {
    title,
    /** Ends the ownership of new gates; the test itself goes on. */
    leave() {
      const at = tests.lastIndexOf(test);
      if (at >= 0) tests.splice(at, 1);
    },
  };
  tests.push(test);
  return test;
}

/** Ends a test and removes its gates. Returns the error that the test has to fail with, or undefined. */
function endTest(test) {
  test.leave();
  return removeAll((set) => set.test === test);
}

function endProcess(code) {
  // A process that fails by itself has printed its own reason.
  const error = removeAll(({ test }) => test === undefined);
  if (!error || (code ?? process.exitCode ?? 0) !== 0) return;
  if (!error.deadlock) printError(error.message); // onDeadlock() has printed the report of a deadlock
  process.exitCode = 1;
}

module.exports = { GateSet, GateError, beginTest, endTest, isInTest: () => tests.length > 0 };
