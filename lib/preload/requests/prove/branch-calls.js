'use strict';
// Keeps the calls that branches of one request make back where they arrive, in the process that takes them in. The
// director tells which of them belong to a branch (branches.js): such a call, with all that it causes, gets a flow of
// its own.
const { shapeOf } = require('../../../trace/places.js');
const { readable } = require('./answer.js');
const { ownMain } = require('./program.js');

/** The flow of a branch, `who`, of the request whose flow is `flow`. */
const branchFlow = (flow, who) => `${flow}~${who}`;

function answerOf({ status, response, answer }) {
  const { body = '', base64 } = answer?.toJSON() ?? {};
  const bytes = base64 === undefined ? Buffer.from(body) : Buffer.from(base64, 'base64');
  return readable({ status, headers: { ...response?.getHeaders?.() }, body: bytes });
}

class BranchCalls {
  #tell; // {arrived({id, call, main, shape}), answered({who, answer})}
  #flow;
  #shapes;
  #held = new Map(); // number of a request -> function that lets it go on
  #owners = new Map(); // request -> who

  constructor(tell) {
    this.#tell = tell;
  }

  /** From now on calls of `flow` with one of these shapes are kept back. */
  expect({ flow, shapes }) {
    this.#flow = flow;
    this.#shapes = new Set(shapes);
  }

  /** Takes a request as it arrives. Returns a promise if it is kept back. */
  take(request) {
    const { flow, method, target, number, call } = request;
    if (this.#flow === undefined || flow !== this.#flow || method === undefined) return undefined;
    const shape = shapeOf(method, target);
    if (!this.#shapes.has(shape)) return undefined;
    return new Promise((resolve) => {
      this.#held.set(number, (who) => {
        this.#held.delete(number);
        if (who !== undefined) {
          request.flow = branchFlow(flow, who);
          this.#owners.set(request, who);
        }
        resolve();
      });
      this.#tell.arrived({ id: number, call, main: ownMain(), shape });
    });
  }

  /** Lets a call go on, as one of the branch `who`, or of none. */
  admit({ id, who }) {
    this.#held.get(id)?.(who);
  }

  /** Takes that a request is answered. */
  answered(request) {
    const who = this.#owners.get(request);
    if (who === undefined) return;
    this.#owners.delete(request);
    this.#tell.answered({ who, answer: answerOf(request) });
  }

  /** Lets all calls go on: the director is gone, or the proof is over. */
  release() {
    this.#flow = undefined;
    for (const go of [...this.#held.values()]) go();
  }
}

module.exports = { BranchCalls, branchFlow };
