'use strict';
// Carries out the steps of a plan: lets the two requests go on in its order, up to the operations at which it holds
// them, and reads the state of the stores between.
const { otherSide } = require('../../../trace/protocol.js');
const { blockedBy } = require('./blocked.js');
const { delivered } = require('./delivered.js');

class Steps {
  #plan;
  #latched = 0; // requests that the tool's lock in a store may hold
  #latchedAt; // the call that waits for it
  #began = {}; // what was in stores that are used only later
  #escaped; // names of those whose call did not wait for it to its end
  #proof; // {actors: a Roster, fork or undefined, states, world: {sleep, now}, over, isActive(), sync(),
  // stop(state, more)}
  /** {who, by, statement} of the request that was found to wait for the other one, if any. */
  blocked;

  /** `proof`: what a Director knows of the proof that goes on. `over` resolves when that has ended. */
  constructor(plan, proof) {
    this.#plan = plan;
    this.#proof = proof;
  }

  /** Carries out all steps, and stops the proof with the result. Ends early when the proof is over. */
  async carryOut() {
    const { fork, isActive, states } = this.#proof;
    const { mode, steps } = this.#plan;
    const seen = { before: await states.read() };
    if (fork && !await this.#begins()) return;
    for (const [index, step] of steps.entries()) {
      const isReached = await this.#step(step);
      if (!isActive()) return;
      if (!isReached) {
        this.#proof.stop('not reached', { step });
        return;
      }
      if (mode !== 'forced' && index === steps.length - 2) seen.middle = await states.read(); // one of them is over
    }
    await this.#finish(seen);
  }

  /** Takes what was in a store before the first operation on it. The first of several programs counts. */
  began(name, tables) {
    this.#began[name] ??= tables;
  }

  #beforeEnd(promise) {
    return Promise.race([promise, this.#proof.over]);
  }

  // Lets the request of the test go on until its branches begin. Resolves to false if they do not at the same time.
  async #begins() {
    const { live, limit, patience } = this.#plan;
    const { fork, world } = this.#proof;
    const isThere = await this.#beforeEnd(fork.begin(world.sleep, { ms: patience[live], limit }));
    if (!isThere) this.#proof.stop('not parallel');
    return isThere === true;
  }

  // Resolves to false if the request ended before the operation at which the plan holds it.
  async #step({ who, until, pause, latch }) {
    const { actors, fork, isActive, states, world } = this.#proof;
    const actor = actors.get(who);
    if (until) this.#latchedAt = until;
    if (pause) await this.#beforeEnd(world.sleep(pause));
    if (latch && !await states.latch(latch)) return false;
    if (latch || this.#latched > 0) this.#latched++;
    fork?.run(who);
    await this.#beforeEnd(actor.go(until));
    if (!isActive()) return true;
    const end = await this.#beforeEnd(this.#arrivalOrWait(actor));
    if (!isActive()) return true;
    if (this.#latched > 0) return true; // waits as it is meant to, or is done
    if (end.blocked) this.blocked = { who, ...end.blocked };
    if (end.blocked && fork && this.#plan.mode !== 'forced') this.#proof.stop('not parallel');
    if (end !== 'done') return true;
    if (until) return this.#isHeldLate(actor);
    this.#checkPatience(actor);
    await this.#settled(actor);
    this.#checkPatience(actor); // another process may tell of an operation after the answer
    return true;
  }

  // An answer may come before what another process tells of the request.
  #settled(actor) {
    const { sync, world } = this.#proof;
    return this.#beforeEnd(actor.done.then(sync).then(() => actor.settled(world.sleep)));
  }

  // A request may go on after its answer, with what it does not wait for.
  async #isHeldLate(actor) {
    await this.#settled(actor);
    return actor.isHeld;
  }

  #arrivalOrWait(actor) {
    let isOver = false;
    const arrival = this.#arrival(actor).finally(() => { isOver = true; });
    return Promise.race([arrival, this.#waiting(actor, () => isOver)]);
  }

  // A request goes on after its answer with the messages that it has sent.
  async #arrival(actor) {
    const { isActive, sync, world } = this.#proof;
    const { limit, messages, queues } = this.#plan;
    const end = await actor.arrival;
    if (end === 'held' || queues === undefined) return end;
    const expected = messages?.[actor.who]?.[actor.response?.status] ?? {};
    await delivered(actor, { expected, isActive, limit, sync, sleep: world.sleep, now: world.now });
    return actor.isHeld ? 'held' : end;
  }

  /** True if what has been seen may come of the tool's lock alone: nobody has waited to its end. */
  get isOwnDoing() {
    return this.#latched > 0 && this.#escaped?.length !== 0;
  }

  // A function may catch that it waited for too long, and its caller may try again.
  #notWaiting() {
    return this.#proof.actors.all.filter((actor) => !actor.waitsAt(this.#latchedAt)).map(({ who }) => who);
  }

  // The other one is held for longer than any program would hold its connection or its lock.
  #checkPatience({ who, gaveUp }) {
    if (gaveUp && this.#proof.actors.get(otherSide(who)).isHeld) this.#proof.stop('gave up', { who });
  }

  // All that the tool's lock may hold are in the list.
  async #waits() {
    const { actors, states } = this.#proof;
    const open = actors.all.filter(({ isDone }) => !isDone).length;
    const list = await states.waits();
    return list.length < Math.min(this.#latched, open) ? [] : list;
  }

  // Resolves to {blocked} when `actor` waits for something that the held request has.
  async #waiting(actor, isOver) {
    const { actors, fork, isActive, sync, world } = this.#proof;
    const other = actors.get(otherSide(actor.who));
    const blocked = await blockedBy(actor, {
      isOtherHeld: () => this.#latched > 0 || other.isHeld || fork?.isWaiting(other.who),
      isOver,
      isActive,
      isLatched: this.#latched > 0,
      waits: () => this.#waits(),
      sync,
      usualMs: this.#plan.patience?.[actor.who] ?? 0,
      limit: this.#plan.limit,
      sleep: world.sleep,
      now: world.now,
    });
    return { blocked };
  }

  async #finish(seen) {
    const { actors, fork, isActive, states } = this.#proof;
    if (this.#latched > 0) this.#escaped = this.#notWaiting();
    await states.unlatch();
    for (const actor of actors.all) actor.letGo();
    fork?.releaseOthers();
    const settled = () => Promise.all(actors.all.map((actor) => this.#settled(actor)));
    await settled();
    if (this.#plan.grace) await this.#beforeEnd(this.#proof.world.sleep(this.#plan.grace)).then(settled);
    if (!isActive()) return;
    const tired = this.#latched > 0 && actors.all.find(({ gaveUp }) => gaveUp); // of the tool's own lock
    if (tired) return void this.#proof.stop('gave up', { who: tired.who, isLatched: true });
    const lapsed = actors.all.find(({ hasLapsed }) => hasLapsed);
    if (lapsed) return void this.#proof.stop('gave up', { who: lapsed.who, hasLapsed: true });
    seen.before = { ...this.#began, ...seen.before };
    seen.after = await states.read({ last: true });
    const { check } = this.#plan;
    const { broken, writes } = check === undefined ? {} : await states.check(check);
    const escaped = this.#escaped?.length > 0 ? this.#escaped : undefined;
    this.#proof.stop('done', { states: seen, broken, checkWrites: writes, escaped });
  }
}

module.exports = { Steps };
