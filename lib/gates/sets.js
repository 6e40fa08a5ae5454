'use strict';
// The gates that are set now, and whose they are: a test's, or the process's.
const fs = require('node:fs');

const { matchesGlob } = require('../names/location.js');
const { native } = require('./native.js');
const { after } = require('./predicates.js');
const { deadlockReport, unmetLines } = require('./report.js');

/** What a gated test fails with. */
class GateError extends Error {
  constructor(message, { deadlock = false } = {}) {
    super(message);
    Object.defineProperty(this, 'deadlock', { value: deadlock });
    this.name = 'GateError';
    this.code = 'ERR_NACD_GATE';
    this.stack = `${this.name}: ${message}`; // where we made it tells nothing
  }
}

const sets = new Set();
const tests = []; // titles of the tests that run now, innermost last
const opened = new Map(); // id -> function, called when that gate has opened by itself

const allGates = () => [...sets].flatMap(({ gates }) => gates);

function tell(report) {
  fs.writeSync(2, `${report}\n`);
}

// Everything goes on then, so that the test ends at once; it fails when it does.
function onDeadlock(control) {
  const report = deadlockReport(allGates(), control.state());
  const stuck = [...sets].filter((set) => set.isStuck());
  const forgiven = stuck.length > 0 && stuck.every(({ options }) => options.impossible === 'pass' || options.optional);
  if (!forgiven) tell(report);
  for (const set of stuck) set.fail(new GateError(report, { deadlock: true }));
  for (const gate of allGates()) control.open(gate.id);
}

function onEvent(id) {
  if (id === 0) onDeadlock(native());
  else opened.get(id)?.();
}

const control = native;

// Only while there are gates: a test runner throws away what it has loaded, and must not be kept from it.
function remember(set) {
  if (sets.size === 0) control().listen(onEvent);
  sets.add(set);
  if (tests.length === 0) process.once('exit', endProcess);
}

function forget(set) {
  sets.delete(set);
  after(set, undefined);
  if (sets.size > 0) return;
  control().unlisten(onEvent);
  process.off('exit', endProcess);
}

/** Gates that were set together, for the innermost test that ran then. */
class GateSet {
  gates = [];
  #failure;
  #onFail = new Set();

  constructor(options = {}) {
    this.options = options;
    this.test = tests.at(-1);
    remember(this);
  }

  /** Sets a gate: {label, where, after, barrier, byHand, waitsFor}. Returns its id, 0 where it is for another test. */
  add({ label, where = [], after: awaitedFirst = [], barrier = 0, byHand = false, waitsFor }) {
    const title = this.test?.title ?? '';
    if ([...where, ...awaitedFirst].some(({ test }) => test !== undefined && !matchesGlob(test, title))) return 0;
    const id = control().add({ where, after: awaitedFirst, barrier, byHand });
    this.gates.push({ id, label, where, after: awaitedFirst, waitsFor });
    return id;
  }

  drop(id) {
    this.gates = this.gates.filter((gate) => gate.id !== id);
    control().remove(id);
  }

  isStuck() {
    const { gates, waiting } = control().state();
    return this.gates.some(({ id, where }) => {
      if (!gates[id] || gates[id].open) return false;
      return where.length === 0 || waiting.some(({ arrived, gates: at }) => arrived && at.includes(id));
    });
  }

  fail(error) {
    this.#failure ??= error;
    for (const told of this.#onFail) told(error);
  }

  /** Resolves when the gate has opened by itself; rejects when it never will. */
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

  /** What is wrong now: an error, or undefined. */
  check() {
    const { optional, impossible, file } = this.options;
    if (optional) return undefined;
    if (this.#failure) return impossible === 'pass' && this.#failure.deadlock ? undefined : this.#failure;
    const state = control().state();
    if (file && !this.#isMet(state)) return undefined; // another process's affair
    const lines = this.gates.filter(({ id }) => state.gates[id]).flatMap((gate) => unmetLines(gate, state));
    return lines.length > 0 ? new GateError(['nacd: not everything came as the gates say', ...lines].join('\n')) : undefined;
  }

  /** Takes the gates away; what waits goes on. Returns what is wrong, as check() does. */
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

/** A test begins; what is set from now on is its own. */
function beginTest(title) {
  const test = {
    title,
    // No longer the one that runs, though not at its end.
    leave() {
      const at = tests.lastIndexOf(test);
      if (at >= 0) tests.splice(at, 1);
    },
  };
  tests.push(test);
  return test;
}

/** A test has ended, however: its gates are gone. Returns the error that it has to fail with, or undefined. */
function endTest(test) {
  test.leave();
  return removeAll((set) => set.test === test);
}

function endProcess(code) {
  // A process that fails by itself has said why.
  const error = removeAll(({ test }) => test === undefined);
  if (!error || (code ?? process.exitCode ?? 0) !== 0) return;
  if (!error.deadlock) tell(error.message);
  process.exitCode = 1;
}

module.exports = { GateSet, GateError, beginTest, endTest, control, isInTest: () => tests.length > 0 };
