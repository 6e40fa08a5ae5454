'use strict';
// Keeps the calls or the statements that branches of one request make back. The director tells which of them belong to
// a branch (branches.js).
const { ownMain, programOf } = require('./program.js');

class KeptBack {
  #tell; // {arrived({id, call, main, shape, values}), answered({who, answer})}
  #flow;
  #shapes;
  #held = new Map(); // id -> function that lets it go on
  #owners = new WeakMap(); // request or operation -> who

  constructor(tell) {
    this.#tell = tell;
  }

  /** From now on those of `flow` with one of these shapes are kept back. */
  expect({ flow, shapes }) {
    this.#flow = flow;
    this.#shapes = new Set(shapes);
  }

  /** Returns whether requests or operations of `flow` are kept back. */
  isExpected(flow) {
    return this.#flow !== undefined && flow === this.#flow;
  }

  /** Keeps a request or an operation back. Returns a promise of the branch that it is of, or undefined if of none. */
  keep(thing, { id, call, shape, values }) {
    if (!this.#shapes.has(shape)) return undefined;
    return new Promise((resolve) => {
      this.#held.set(id, (who) => {
        this.#held.delete(id);
        if (who !== undefined) this.#owners.set(thing, who);
        resolve(who);
      });
      this.#tell.arrived({ id, call, main: programOf(ownMain()), shape, values });
    });
  }

  /** Lets one go on, as one of the branch `who`, or of none. */
  admit({ id, who }) {
    this.#held.get(id)?.(who);
  }

  /** Returns the branch of a request or an operation, or undefined. */
  ownerOf(thing) {
    return this.#owners.get(thing);
  }

  /** Takes that one is answered; `answerOf()` makes the answer. */
  end(thing, answerOf) {
    const who = this.#owners.get(thing);
    if (who !== undefined) this.#tell.answered({ who, answer: answerOf() });
  }

  /** Lets all go on: the director is gone, or the proof is over. */
  release() {
    this.#flow = undefined;
    for (const go of [...this.#held.values()]) go();
  }
}

module.exports = { KeptBack };
