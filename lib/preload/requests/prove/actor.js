'use strict';
// One of the two requests of a proof: starts it, holds it at an operation, knows when it is done and when it is idle.
const { statementShape } = require('../../../trace/places.js');

const QUIET_MS = 15;
// A request that fails after it did nothing for so long has waited for something in the process.
const PATIENCE_MS = 200;
const MANY_TRIES = 4; // of one operation, as for a lock
const LOCK_MS = 90; // an operation that fails so late with one of these codes has waited for a lock
const TIMEOUTS = new Set([
  '55P03', '57014', 'ER_LOCK_WAIT_TIMEOUT', 'ER_QUERY_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'PROTOCOL_SEQUENCE_TIMEOUT',
  'SQLITE_BUSY',
]);
const now = performance.now.bind(performance); // tests may replace it later

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
  #stop; // {site, api, statement, nth}
  #seen = []; // operations so far, to count those that are alike
  #held; // releases the operation that is held
  #pending = new Map(); // number of an operation -> when it was sent
  #reached = deferred();
  #done = deferred();
  #activity = now();
  #gaveUp = false;
  #tries = new Map(); // text of an operation -> how often it was sent, and since when

  /** `start()` lets the request begin; `isLive` is true for the request of the test. */
  constructor(who, start, isLive) {
    this.who = who;
    this.#start = start;
    this.#isLive = isLive;
    this.hasArrived = isLive;
    this.response = undefined;
    this.failed = [];
  }

  /** The server has taken the request in. */
  arrived() {
    this.hasArrived = true;
    this.#activity = now();
  }

  get isDone() {
    return this.response !== undefined;
  }

  /** True if it failed because it waited for too long: for a connection of a pool, or for a lock. */
  get gaveUp() {
    return this.#gaveUp;
  }

  get isHeld() {
    return this.#held !== undefined;
  }

  /** Milliseconds since the request last began or ended an operation. */
  get idle() {
    return now() - this.#activity;
  }

  /** Number of operations that were sent and have no answer yet. */
  get pending() {
    return this.#pending.size;
  }

  /** Starts the request, or lets it go on. It stops before the operation `stop`, if given. */
  go(stop) {
    this.#stop = stop;
    this.#reached = deferred();
    this.#activity = now();
    if (this.#hasStarted) return this.#unhold();
    this.#hasStarted = true;
    return this.#start();
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
    this.#activity = now();
    const text = JSON.stringify([operation.site, operation.statement, operation.values]);
    const { count = 0, since = now() } = this.#tries.get(text) ?? {};
    this.#tries.set(text, { count: count + 1, since });
    if (!this.#isStop(operation)) {
      this.#pending.set(operation.number, now());
      return undefined;
    }
    this.#stop = undefined;
    const gate = deferred();
    this.#held = () => {
      this.#pending.set(operation.number, now());
      gate.resolve();
    };
    this.#reached.resolve();
    return gate.promise;
  }

  /** Takes the end of an operation. */
  end({ number, failed }) {
    this.#activity = now();
    const took = now() - this.#pending.get(number);
    this.#pending.delete(number);
    if (failed) this.failed.push(failed);
    if (TIMEOUTS.has(failed) && took > LOCK_MS) this.#gaveUp = true;
  }

  get #hasWaited() {
    return this.#pending.size === 0 && this.idle > PATIENCE_MS;
  }

  get #hasRetried() {
    return [...this.#tries.values()].some(({ count, since }) => count >= MANY_TRIES && now() - since > PATIENCE_MS);
  }

  answer(response) {
    if (this.response) return;
    if (response.status >= 500 && (this.#hasWaited || this.#hasRetried)) this.#gaveUp = true;
    this.response = response;
    this.#activity = now();
    this.#done.resolve();
  }

  /** Resolves when the request has been answered and what it left behind is done. */
  async settled(sleep) {
    await this.#done.promise;
    while (this.#pending.size > 0 || this.idle < QUIET_MS) await sleep(5);
  }

  letGo() {
    this.#stop = undefined;
    this.#unhold();
  }

  /** Lets the request of the test begin if it has not: the proof is over. */
  release() {
    this.letGo();
    if (this.#isLive && !this.#hasStarted) this.#start();
    this.#hasStarted = true;
  }
}

module.exports = { Actor, deferred };
