'use strict';
// Keeps requests that services send by themselves (a scheduler) in the order that the recording has them in among those
// of the test: else one may come before the proof begins that did not, or not be there yet.
const { isOwnFlow } = require('../../../trace/protocol.js');
const { deferred } = require('./actor.js');

const { setTimeout } = globalThis; // tests may replace it later

const PATIENCE_MS = 3000; // so long each waits for others, which may not come
const ALL = { from: Infinity }; // the turn of a request that comes later than that of the plan

class OwnTurns {
  #shapes;
  #turns;
  #live;
  #over;
  #isLiveHere = false;
  #requests = new WeakMap(); // request -> its turn
  #waiting = new Set(); // {turn, gate}

  /**
   * `plan`: {shapes, turns} as ownTurnsOf() returns it, the last turn that of the request of the plan. `over`:
   * a promise of the end of the proof.
   */
  constructor({ shapes, turns }, over) {
    this.#shapes = new Set(shapes);
    this.#turns = turns.map((turn) => ({ ...turn, isOver: false }));
    this.#live = this.#turns.at(-1);
    this.#over = over;
  }

  /** Takes a request as it arrives, with its {shape, ordinal}. Returns a promise if it has to wait. */
  take(request, { shape, ordinal }) {
    const isOwn = isOwnFlow(request.flow);
    if (isOwn && !this.#shapes.has(shape)) return undefined;
    const turn = this.#turns.find((one) => one.isOwn === isOwn && one.shape === shape && one.ordinal === ordinal)
      ?? { ...ALL, isOwn };
    this.#requests.set(request, turn);
    if (turn === this.#live) this.#isLiveHere = true;
    return this.#mayGo(turn) ? this.#next(turn) : this.#wait(turn);
  }

  /** Takes that a request is answered. */
  answered(request) {
    const turn = this.#requests.get(request);
    if (turn) turn.isOver = true;
    this.#goOn();
  }

  // Requests of one kind are in the order in which their senders make them.
  #mayGo(turn) {
    if (turn.from === ALL.from) return turn.isOwn === this.#live.isOwn || this.#isLiveHere;
    return this.#turns.every((one) => one.isOver || one.isOwn === turn.isOwn || !(one.to <= turn.from));
  }

  // Others are held while the proof runs. It begins when the request of the plan may go.
  #next(turn) {
    if (turn === this.#live) {
      this.#goOn();
      return undefined;
    }
    return turn.from === ALL.from && this.#isLiveHere ? this.#over : undefined;
  }

  #wait(turn) {
    const gate = deferred();
    const entry = { turn, gate };
    this.#waiting.add(entry);
    const timer = setTimeout(() => this.#release(entry), PATIENCE_MS);
    timer.unref?.();
    return gate.promise.then(() => this.#next(turn));
  }

  #goOn() {
    for (const entry of this.#waiting) if (this.#mayGo(entry.turn)) this.#release(entry);
  }

  #release(entry) {
    this.#waiting.delete(entry);
    entry.gate.resolve();
  }
}

module.exports = { OwnTurns };
