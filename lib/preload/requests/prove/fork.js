'use strict';
// The part of a director whose two requests are branches of one: it starts that request, and keeps the first calls of
// both branches back until their turn.
const { SIDES } = require('../../../trace/protocol.js');
const { Actor } = require('./actor.js');
const { BranchCalls, branchFlow } = require('./branch-calls.js');
const { Branches } = require('./branches.js');
const { ChainStatements } = require('./chain-statements.js');

const FORK_MS = 3000; // the least time in which the first calls of both branches have to arrive

class Fork {
  #root; // Actor of the request that has the branches
  #flow;
  #actors = new Map(); // who -> Actor
  #branches;
  #calls; // to this process, or statements of it
  #ofStatements;

  /**
   * `calls`: as the plan has them. `root`: the Actor of the request of the test, `flow` its flow. `services`: those of
   * the director, or undefined. `late()` is called if a branch makes a call after it was taken to be done.
   */
  constructor(calls, { root, flow, services, late }) {
    this.#ofStatements = calls.ofStatements === true;
    this.#root = root;
    this.#flow = flow;
    this.#branches = new Branches(calls, { done: (who, answer) => this.#actors.get(who).answer(answer), late });
    for (const who of SIDES) {
      const start = () => {
        this.#actors.get(who).arrived();
        this.#branches.start(who);
      };
      this.#actors.set(who, new Actor(who, start, false, services));
    }
    const Kept = this.#ofStatements ? ChainStatements : BranchCalls;
    this.#calls = new Kept({
      arrived: (call) => this.arrived(call, (command) => this.#calls.admit(command)),
      answered: (event) => this.#branches.answered(event),
    });
    this.#calls.expect({ flow, shapes: this.#branches.shapes });
  }

  get actors() {
    return [this.#root, ...this.#actors.values()];
  }

  /** {flows: who -> flow, calls: id of a call -> who}. Statements of chains are of the one flow. */
  get names() {
    if (this.#ofStatements) return {};
    const flows = Object.fromEntries(SIDES.map((who) => [who, branchFlow(this.#flow, who)]));
    return { flows, calls: this.#branches.calls };
  }

  /** Takes a request that this process takes in. Returns a promise if it is a call of a branch. */
  take(request) {
    return this.#ofStatements ? undefined : this.#calls.take(request);
  }

  /** Takes an operation that this process makes. Returns a promise if it is a statement of a chain. */
  keep(operation) {
    return this.#ofStatements ? this.#calls.take(operation) : undefined;
  }

  /** Returns the Actor of an operation of a chain, or undefined. */
  chainOf(operation) {
    return this.#actors.get(this.#calls.ownerOf(operation));
  }

  /** Takes the end of an operation. */
  ended(operation) {
    if (this.#ofStatements) this.#calls.ended(operation);
  }

  /** Returns what a branch is answered. A chain has no answer of its own. */
  responseOf({ who, response }) {
    return this.#ofStatements && who !== this.#root.who ? this.#root.response : response;
  }

  /** Takes a call that is kept back; `admit({id, who})` lets it go on. */
  arrived(call, admit) {
    this.#branches.arrived({ ...call, admit: (who) => admit({ id: call.id, who }) });
  }

  /** Takes the answer to a request of this process, or what another process tells of one. */
  answeredHere(request) {
    if (!this.#ofStatements) this.#calls.answered(request);
  }

  answered(event) {
    this.#branches.answered(event);
  }

  /** Returns the Actor of a request that a branch has caused, or undefined. */
  ownerOf(request) {
    return this.#actors.get(SIDES.find((who) => branchFlow(this.#flow, who) === request.flow));
  }

  /** Resolves when all services know the flows of both branches, and keep their calls back. */
  async announce(services) {
    for (const who of SIDES) await services.announce(who, branchFlow(this.#flow, who));
    await services.keepBack(this.#ofStatements ? 'statements' : 'calls', this.#flow, this.#branches.shapes);
  }

  /** Lets the request begin, which took `ms` in the recording. Resolves to whether both branches begin at once. */
  begin(sleep, { ms = 0, limit }) {
    this.#root.proceed();
    const patience = Math.min(Math.max(FORK_MS, 3 * ms), limit / 2);
    return Promise.race([this.#branches.ready.then(() => true), sleep(patience).then(() => false)]);
  }

  isWaiting(who) {
    return this.#branches.isWaiting(who);
  }

  /** Lets `who` run, while the other one does not. */
  run(who) {
    this.#branches.run(who);
  }

  /** Takes that the request itself is answered. */
  rootAnswered() {
    this.#branches.rootAnswered();
  }

  /** Lets calls go on that are of neither branch. */
  releaseOthers() {
    this.#branches.release();
  }

  /** Lets all calls to this process go on: the proof is over. */
  release() {
    this.#calls.release();
  }
}

/**
 * Returns what tells the two apart in the recording of the run: {flows: who -> flow, calls: id of a call -> who}.
 * `byRequest` maps requests to Actors.
 */
function namesOf(fork, byRequest) {
  const { flows = {}, calls } = fork?.names ?? {};
  for (const [{ flow }, { who }] of byRequest) flows[who] ??= flow;
  return { flows, calls };
}

module.exports = { Fork, namesOf };
