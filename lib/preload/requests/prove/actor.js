'use strict';
// One of the two requests of a proof: starts it, holds it at an operation, knows when it is done and when it is idle.
const { statementShape } = require('../../../trace/places.js');
const { isThisProgram } = require('./program.js');
const { Waits } = require('./waits.js');

function deferred() {
  const result = {};
  result.promise = new Promise((resolve) => { result.resolve = resolve; });
  return result;
}

const isSame = (operation, { site, api, statement }) =>
  operation.site === site && operation.api === api && statementShape(operation.statement) === statement;

class Actor {
  #start;
  #isLive;
  #hasStarted = false;
  #elsewhere; // {expect(who, stop)} of services, or undefined
  #isOver = false;
  #isLetGo = false; // held nowhere any more
  #stop; // {main, site, api, statement, nth, isAfter: when it has its result, isCommit: and before it is committed}
  #seen = []; // operations so far, to count those that are alike
  #held; // releases the operation that is held
  #awaited; // the operation whose result is held
  #reached = deferred();
  #done = deferred();
  #waits = new Waits();

  /**
   * `start()` lets the request begin; `isLive` is true for the request of the test. `elsewhere.expect(who, stop)`
   * tells other processes where it is held.
   */
  constructor(who, start, isLive, elsewhere) {
    this.who = who;
    this.#start = start;
    this.#isLive = isLive;
    this.#elsewhere = elsewhere;
    this.hasArrived = isLive;
    this.response = undefined;
  }

  get failed() {
    return this.#waits.failed;
  }

  get isDone() {
    return this.response !== undefined;
  }

  get hasWork() {
    return this.#waits.hasWork;
  }

  /** As Waits'. */
  work(event, times) {
    this.#waits.work(event, times);
  }

  /** As Waits'. */
  hasSent(messages) {
    return this.#waits.hasSent(messages);
  }

  get gaveUp() {
    return this.#waits.gaveUp;
  }

  /** As Waits'. */
  get hasLapsed() {
    return this.#waits.hasLapsed;
  }

  /** As Waits'. */
  lapsesBy(failed) {
    return this.#waits.lapsesBy(failed);
  }

  get idle() {
    return this.#waits.idle;
  }

  get pending() {
    return this.#waits.pending;
  }

  /** The server has taken the request in. */
  arrived() {
    this.hasArrived = true;
    this.#waits.note();
  }

  /** True while the call `stop` has no answer, unless the request has made it again. */
  waitsAt(stop) {
    if (this.isDone || this.pending === 0) return false;
    const alike = this.#seen.filter((one) => isSame(one, stop));
    // A call that another process sends is known by its number only.
    return alike.length === 0 || (alike.length === stop.nth && this.#waits.isPending(alike.at(-1)));
  }

  get isHeld() {
    return this.#held !== undefined;
  }

  /**
   * Starts the request, or lets it go on. It stops before the operation `stop`, if given. Rejects if another process
   * does not answer.
   */
  async go(stop) {
    this.expect(stop);
    if (this.#elsewhere) await this.#elsewhere.expect(this.who, stop);
    this.proceed();
  }

  /** Sets where it is held next, while it may still be held. Returns a promise of that. */
  expect(stop) {
    this.#isLetGo = false;
    this.#stop = stop && isThisProgram(stop) ? stop : undefined;
    this.#reached = deferred();
    this.#waits.note();
    return this.#reached.promise;
  }

  /** Starts the request, or releases it. */
  proceed() {
    if (this.#isOver) return;
    this.#waits.note();
    if (this.#hasStarted) this.#unhold();
    else {
      this.#hasStarted = true;
      this.#start();
    }
  }

  /** Takes that another process holds it; `release()` lets it go on there. */
  heldElsewhere(release) {
    this.#waits.held();
    if (this.#isLetGo) {
      release();
      return;
    }
    const before = this.#held; // of another process with the same program
    this.#stop = undefined;
    this.#held = () => {
      before?.();
      release();
    };
    this.#reached.resolve();
  }

  /** Takes an operation that another process has sent, and its end. */
  sentElsewhere(operation) {
    this.hasArrived = true;
    this.#waits.call(operation);
    this.#waits.sent(operation);
  }

  #unhold() {
    const release = this.#held;
    this.#held = undefined;
    release?.();
  }

  /** Resolves to 'held' at the operation that go() named, or to 'done'. */
  get arrival() {
    return Promise.race([this.#reached.promise.then(() => 'held'), this.#done.promise.then(() => 'done')]);
  }

  // A statement that is sent later than in the recording is still the same: the count begins with the request.
  #isStop(operation) {
    this.#seen.push(operation);
    if (!this.#stop || operation.sync || !isSame(operation, this.#stop)) return false;
    return this.#seen.filter((one) => isSame(one, this.#stop)).length === this.#stop.nth;
  }

  /** Takes an operation at its call. Returns a promise if it is held. */
  call(operation) {
    this.#waits.call(operation);
    const stop = this.#stop;
    const isStop = this.#isStop(operation);
    if (isStop) this.#stop = undefined;
    if (isStop && stop.isAfter) this.#awaited = operation;
    if (isStop && stop.isCommit) operation.isSlow = true;
    if (!isStop || stop.isAfter) {
      this.#waits.sent(operation);
      return undefined;
    }
    this.#waits.held();
    const gate = deferred();
    this.#held = () => {
      this.#waits.sent(operation);
      gate.resolve();
    };
    this.#reached.resolve();
    return gate.promise;
  }

  /** Takes the end of an operation. Returns a promise if its result is held. */
  end(operation) {
    this.#waits.end(operation);
    if (operation !== this.#awaited) return undefined;
    this.#awaited = undefined;
    this.#waits.held();
    const gate = deferred();
    this.#held = gate.resolve;
    this.#reached.resolve();
    return gate.promise;
  }

  answer(response) {
    if (this.response) return;
    this.#waits.answer(response);
    this.response = response;
    this.#done.resolve();
  }

  /** Resolves when the request has been answered. */
  get done() {
    return this.#done.promise;
  }

  /** Resolves when what an answered request has left behind is done. */
  settled(sleep) {
    return this.#waits.settled(sleep);
  }

  letGo() {
    this.#isLetGo = true;
    this.#stop = undefined;
    this.#awaited = undefined;
    this.#elsewhere?.expect(this.who, undefined).catch(() => {}); // a process that hangs holds nothing else up
    this.#unhold();
  }

  /** Lets the request of the test begin if it has not: the proof is over. */
  release() {
    this.#isOver = true;
    this.letGo();
    if (this.#isLive && !this.#hasStarted) this.#start();
    this.#hasStarted = true;
  }
}

module.exports = { Actor, deferred };
