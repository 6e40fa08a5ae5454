'use strict';
// The two branches of a proof within one request: knows which calls or statements belong to which, whichever process
// they arrive in (kept-back.js), lets the first ones go on when their branch may start, and sees when a branch is done.
// All that it says of calls holds for statements as well.
const { otherSide, rankOf, SIDES } = require('../../../trace/protocol.js');
const { deferred } = require('./actor.js');
const { programOf } = require('./program.js');

const { setTimeout, clearTimeout } = globalThis; // tests may replace them later

const MORE_MS = 150; // so long further calls to the same place are waited for, which may have been made earlier

const keyOf = ({ main, shape }) => `${programOf(main)} ${shape}`;

class Branches {
  #expected; // who -> calls that have not come yet: [{main, shape, skip, rank, count}]
  #done; // (who, answer) => void
  #late; // () => void
  #skips = new Map(); // key -> calls before the branches
  #seen = new Map(); // key -> number of calls so far
  #early = []; // calls that came before the first ones of both were known
  #firsts = {}; // who -> the first call, while it is kept back
  #others = []; // calls like theirs that are of neither
  #open = { first: 0, second: 0 }; // calls without an answer
  /** The branch of each call: its id -> who. */
  calls = {};
  #answers = {};
  #timers = {};
  #over = new Set();
  #ready = deferred();
  #runner;
  #ofStatements;
  #quiet; // who -> so long it pauses between two calls at most
  #strangers; // shape and values of statements that other chains made in the recording

  /**
   * `calls`: {first, second}, the calls of each branch: {main, shape, skip, rank, count}. `rank` is the call's among
   * `count` to the same place, in the order in which they were made. Statements also have {values, equalRank}: a text,
   * and the rank among those with equal values, and `mayJoin` if all of the other chain was over before it: then it may
   * be what the request does with the results of both. `strangers` are those of neither branch, "shape values".
   * `quiet`: {first, second}: one that makes no further call for so many milliseconds after an answer makes none.
   * `done(who, answer)` is called when a branch has made all its calls, `late()` if it makes one after that.
   */
  constructor({ first, second, ofStatements = false, quiet, strangers = [] }, { done, late }) {
    this.#ofStatements = ofStatements;
    this.#quiet = quiet;
    this.#strangers = new Set(strangers);
    this.#expected = { first: [...first], second: [...second] };
    this.#done = done;
    this.#late = late;
    for (const call of [...first, ...second]) this.#skips.set(keyOf(call), call.skip);
  }

  /** Resolves when the first calls of both branches are on their way at the same time. */
  get ready() {
    return this.#ready.promise;
  }

  /** The shapes of the calls that are kept back. */
  get shapes() {
    return [...new Set(Object.values(this.#expected).flat().map(({ shape }) => shape))];
  }

  /** Returns whether the first call of `who` is kept back. */
  isWaiting(who) {
    return this.#firsts[who] !== undefined;
  }

  /** Takes a call that is kept back, {call, main, shape, admit(who)}. */
  arrived(call) {
    const key = keyOf(call);
    const count = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, count);
    if (!this.#skips.has(key) || count <= this.#skips.get(key)) call.admit();
    else if (this.#early === undefined) this.#follow(call, key);
    else {
      this.#early.push(call);
      this.#assignFirsts();
    }
  }

  // The caller has counted its calls: the order in which these arrive may differ. Statements may wait for a connection
  // before they are counted, so they are known by their values, if these are as in the recording.
  #firstOf(who) {
    const [expected] = this.#expected[who];
    const alike = this.#early.filter((one) => keyOf(one) === keyOf(expected)).sort((a, b) => rankOf(a) - rankOf(b));
    const equal = alike.filter(({ values }) => values === expected.values);
    return { call: alike[expected.rank], equal: equal[expected.equalRank], isSure: alike.length >= expected.count };
  }

  #assignFirsts(isLast = false) {
    if (this.#early === undefined) return; // the proof is over
    clearTimeout(this.#timers.more);
    const [first, second] = [this.#firstOf('first'), this.#firstOf('second')];
    if (first.call === undefined || second.call === undefined) return;
    if (!isLast && !(first.isSure && second.isSure)) {
      this.#timers.more = setTimeout(() => this.#assignFirsts(true), MORE_MS);
      return;
    }
    const areEqual = this.#ofStatements && first.equal !== undefined && second.equal !== undefined;
    const [a, b] = areEqual ? [first.equal, second.equal] : [first.call, second.call];
    const found = { first: a, second: b };
    this.#others = this.#early.filter((one) => one !== found.first && one !== found.second);
    this.#early = undefined;
    this.#firsts = found;
    for (const who of SIDES) this.#expected[who].shift();
    this.#ready.resolve();
  }

  // Only the branch that runs makes further calls.
  #follow(call, key) {
    const nextOf = (who) => this.#expected[who]?.[0];
    const isNext = (who) => nextOf(who) !== undefined && keyOf(nextOf(who)) === key;
    const isStrange = this.#strangers.has(`${call.shape} ${call.values}`) || this.#isOfRequest(isNext);
    const who = isStrange ? undefined : [this.#runner, otherSide(this.#runner)].find(isNext);
    if (who !== undefined) this.#expected[who].shift();
    if (who !== undefined) this.#admit(who, call);
    else if (this.#over.size === 2) call.admit();
    else if (!isStrange && this.#isOfRunner()) this.#admit(this.#runner, call);
    else this.#others.push(call);
  }

  // After both the request itself goes on with their results.
  #isOfRequest(isNext) {
    const who = this.#over.size === 2 ? SIDES.find(isNext) : undefined;
    return who !== undefined && this.#expected[who][0].mayJoin === true;
  }

  // A chain that takes another way makes other statements. Those of a third one have been kept back from the first on.
  #isOfRunner() {
    return this.#ofStatements && !this.isWaiting(this.#runner) && !this.#over.has(this.#runner);
  }

  #admit(who, call) {
    if (this.#over.has(who)) this.#late();
    clearTimeout(this.#timers[who]);
    this.#open[who]++;
    this.calls[call.call] = who;
    call.admit(who);
  }

  /** Lets `who` run, while the other one does not. */
  run(who) {
    this.#runner = who;
  }

  /** Lets the first call of `who` go on. */
  start(who) {
    const call = this.#firsts[who];
    this.#firsts[who] = undefined;
    if (call) this.#admit(who, call);
  }

  /** Takes the answer to a call of `who`. One that is refused tells most. */
  answered({ who, answer }) {
    const known = this.#answers[who];
    if (known === undefined || !(known.status >= 400) || answer.status >= known.status) this.#answers[who] = answer;
    if (--this.#open[who] > 0) return;
    if (this.#expected[who].length === 0) this.#end(who);
    else this.#timers[who] = setTimeout(() => this.#end(who), this.#quiet[who]);
  }

  #end(who) {
    if (this.#over.has(who)) return;
    this.#over.add(who);
    this.#done(who, this.#answers[who]);
    if (this.#over.size === 2) this.release();
  }

  /** Takes that the request itself is answered: its branches make no more calls. */
  rootAnswered() {
    for (const who of SIDES) {
      // Consumers of its messages go on.
      const hasRun = !this.#ofStatements && this.#early === undefined && !this.isWaiting(who);
      if (hasRun && this.#open[who] === 0) this.#end(who);
    }
  }

  /** Lets all calls go on that are of neither branch, or that came too early. */
  release() {
    clearTimeout(this.#timers.more);
    const left = [...this.#early ?? [], ...this.#others];
    this.#others = [];
    for (const call of left) call.admit();
  }
}

module.exports = { Branches };
