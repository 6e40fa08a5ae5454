'use strict';
// Watches one of the two requests of a proof: when it last did something, which of its operations have no answer yet,
// and if it failed because it waited for longer than it may.

const QUIET_MS = 15;
// A request that fails after it did nothing for so long has waited for something in the process.
const PATIENCE_MS = 200;
const MANY_TRIES = 4; // of one operation, as for a lock
const LOCK_MS = 90; // an operation that fails so late with one of these codes has waited for a lock
const TIMEOUTS = new Set([
  '55P03', '57014', 'ER_LOCK_WAIT_TIMEOUT', 'ER_QUERY_TIMEOUT', 'ER_STATEMENT_TIMEOUT', 'PROTOCOL_SEQUENCE_TIMEOUT',
  'SQLITE_BUSY',
]);
// A transaction or a connection may do nothing for so long only: the server has ended it while the request was held.
const LAPSED = new Set([
  '25P03', '25P04', '57P01', '57P05', 'CONNECTION_CLOSED', 'CONNECTION_LOST', 'ECONNRESET', 'EPIPE',
  'ER_CLIENT_INTERACTION_TIMEOUT', 'ER_CMD_CONNECTION_CLOSED', 'ER_CONNECTION_KILLED', 'ER_SOCKET_UNEXPECTED_CLOSE',
  'PROTOCOL_CONNECTION_LOST', 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
]);
const now = performance.now.bind(performance); // tests may replace it later

class Waits {
  #pending = new Map(); // number of an operation -> when it was sent
  #work = new Map(); // id of a message -> how many of its consumers are not done with it
  #sent = new Map(); // queue -> number of messages
  #activity = now();
  #gaveUp = false;
  #wasHeld = false;
  #hasLapsed = false;
  #tries = new Map(); // text of an operation -> how often it was sent, and since when

  /** Codes of operations that failed. */
  failed = [];

  /** True if it failed because it waited for too long: for a connection of a pool, or for a lock. */
  get gaveUp() {
    return this.#gaveUp;
  }

  /** True if it failed because its connection or transaction was ended while it was held. */
  get hasLapsed() {
    return this.#hasLapsed;
  }

  /** Returns whether the error `failed` may come of holding the request. */
  lapsesBy(failed) {
    return this.#wasHeld && LAPSED.has(failed);
  }

  /** Takes that the request is held. */
  held() {
    this.#wasHeld = true;
    this.note();
  }

  /** Milliseconds since the request last did something. */
  get idle() {
    return now() - this.#activity;
  }

  /** Number of operations that were sent and have no answer yet. */
  get pending() {
    return this.#pending.size;
  }

  /** Returns whether an operation was sent and has no answer yet. */
  isPending({ number }) {
    return this.#pending.has(number);
  }

  /** True while a message that the request has sent is not dealt with. */
  get hasWork() {
    return [...this.#work.values()].some((left) => left > 0);
  }

  /** Takes that a message was sent, which `times` consumers deal with, or that one of them is done. */
  work({ how, queue, id }, times) {
    this.note();
    if (how === 'sent') this.#sent.set(queue, (this.#sent.get(queue) ?? 0) + 1);
    const left = (this.#work.get(id) ?? 0) + (how === 'sent' ? times : -1); // processes tell in any order
    if (left === 0) this.#work.delete(id);
    else this.#work.set(id, left);
  }

  /** Returns whether it has sent so many messages: {queue: number}. */
  hasSent(messages) {
    return Object.entries(messages).every(([queue, count]) => (this.#sent.get(queue) ?? 0) >= count);
  }

  note() {
    this.#activity = now();
  }

  /** Takes an operation at its call. It may be held before it is sent. */
  call({ site, statement, values, isWait }) {
    if (isWait) return; // a timer that is due is no activity: a pool may give up by it
    this.note();
    const text = JSON.stringify([site, statement, values]);
    const { count = 0, since = now() } = this.#tries.get(text) ?? {};
    this.#tries.set(text, { count: count + 1, since });
  }

  sent({ number, isWait }) {
    if (!isWait) this.#pending.set(number, now());
  }

  /** Takes the end of an operation. */
  end({ number, failed, isWait }) {
    if (isWait) return;
    this.note();
    const took = now() - this.#pending.get(number);
    this.#pending.delete(number);
    if (failed) this.failed.push(failed);
    if (TIMEOUTS.has(failed) && took > LOCK_MS) this.#gaveUp = true;
    if (this.lapsesBy(failed)) this.#hasLapsed = true;
  }

  get #hasWaited() {
    return this.#pending.size === 0 && this.idle > PATIENCE_MS;
  }

  get #hasRetried() {
    return [...this.#tries.values()].some(({ count, since }) => count >= MANY_TRIES && now() - since > PATIENCE_MS);
  }

  answer({ status }) {
    if (status >= 500 && (this.#hasWaited || this.#hasRetried)) this.#gaveUp = true;
    this.note();
  }

  /** Resolves when nothing is on its way any more. */
  async settled(sleep) {
    while (this.#pending.size > 0 || this.hasWork || this.idle < QUIET_MS) await sleep(5);
  }
}

module.exports = { Waits };
