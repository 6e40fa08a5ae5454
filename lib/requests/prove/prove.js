'use strict';
// Proves one candidate: runs both serial orders and the bad one, and judges. A race is reported only if all forced runs
// agree.
const path = require('node:path');

const { parsedJson } = require('../../trace/json.js');
const { isGrpc } = require('../recording/counterparts.js');
const { hasRunOut } = require('../judge/deadlock.js');
const { besideLaterWork, serialBeside } = require('../judge/beside-later-work.js');
const { comparer, isOwnDoing, judge, serialProblem, silentIn } = require('../judge/judge.js');
const { startApart } = require('../judge/starts.js');
const { pairWithin } = require('./chains.js');
const { betweenOf, hasOneOrder } = require('./between.js');
const { evidenceOf } = require('./evidence.js');
const { withoutLeftovers } = require('../judge/leftovers.js');
const { newErrors } = require('../record/logs.js');
const { runUnlessLost, runUntil } = require('./lost-runs.js');
const { Pair, PairUnderWay, ordersOf, queuedOrders } = require('./plan.js');
const { lateOrders } = require('./sent-late.js');
const { runPlan } = require('./run-plan.js');
const { unrecordedTables } = require('./unrecorded.js');
const { writtenIn } = require('./written.js');

const FORCED_RUNS = 5;
const GRACE_MS = 5000; // a sender or a consumer that tries again may do so after a pause
const EQUAL_RUNS = 2;

// Reasons that hold for one order only.
const IN_ORDER = new Set(['not reached', 'gave up']);

/** Why a candidate could not be proved or disproved: an error inside prove() that becomes a result. */
class Unrepeatable extends Error {
  constructor(reason, details = {}) {
    super(reason);
    this.details = details;
  }
}

function judged(outcome, serial) {
  if (hasRunOut(outcome)) throw new Unrepeatable('connection closed');
  const judgement = judge(outcome, serial);
  if (isOwnDoing(outcome, judgement)) throw new Unrepeatable('gave up', { isLatched: true });
  return judgement;
}

// Branches of one request ran at the same time in the recording, so each may have disturbed the other one there.
function expectedOf({ same, of }, { first, second }) {
  if (of) return {};
  const answerOf = ({ status, response }) => ({ status, body: parsedJson(response?.body) });
  return { first: answerOf(first), ...(!same && { second: answerOf(second) }) };
}

class Proof {
  #context;
  #evidence;
  #pair;
  #folder;
  #tell;
  #isReported;
  #runs = 0;

  /** `isReported(result)`: whether a race with this result is known already, so that more runs would tell nothing. */
  constructor(context, pair, evidence, { folder, tell, isReported }) {
    this.#context = context;
    this.#evidence = evidence;
    this.#pair = pair;
    this.#folder = folder;
    this.#tell = tell;
    this.#isReported = isReported;
  }

  get runs() {
    return this.#runs;
  }

  /** The folder of the latest run. */
  get folder() {
    return path.join(this.#folder, String(this.#runs).padStart(2, '0'));
  }

  /**
   * Makes one run; resolves to its outcome. Throws Unrepeatable if it did not come to an end. `grace`: so many
   * milliseconds the last state is waited for.
   */
  async run(mode, order, { grace } = {}) {
    const plan = { ...this.#pair.plan(mode, order), ...(grace && { grace }) };
    const result = await runUnlessLost(() => this.#runPlan(plan, mode), this.#evidence.alike.length > 0);
    this.#check(result, mode);
    this.#checkOthers(result, mode);
    return { ...await this.#withoutLeftovers(result), ...this.#pair.about };
  }

  #runPlan(plan, mode) {
    this.#runs++;
    this.#tell({ type: 'run', mode, runs: this.#runs });
    return runPlan(this.#context, plan, this.folder);
  }

  async #withoutLeftovers(result) {
    const { all, alike } = this.#evidence;
    const { at, states, beginning } = result;
    const written = await writtenIn(result);
    const clean = withoutLeftovers({ ...result, written }, { all, alike });
    for (const list of [all, alike]) list.push({ at, states, beginning, written });
    return { ...clean, written: undefined };
  }

  #check(result, mode) {
    if (result.unread?.length > 0) throw new Unrepeatable('state unread', { unread: result.unread });
    if (result.crash && mode !== 'forced') throw new Unrepeatable('serial crash', { order: mode, text: result.crash });
    if (result.state === 'done') return;
    // A request without an answer is a hang, which judge() names.
    if (result.state === 'timeout' && mode === 'forced' && silentIn(result).length > 0) return;
    throw new Unrepeatable(result.state, { ...result, responses: undefined, operations: undefined, states: undefined });
  }

  #checkOthers({ strange = [] }, mode) {
    const { background } = this.#evidence;
    if (mode !== 'forced') for (const statement of strange) background.add(statement);
    const statement = strange.find((one) => !background.has(one));
    if (statement !== undefined) throw new Unrepeatable('disturbed', { statement });
  }

  // Makes runs until there are `count` of them.
  async #serial(mode, count) {
    const outcomes = this.#evidence.serial[mode];
    while (outcomes.length < count) outcomes.push(await this.run(mode));
  }

  async #forced(order, serial) {
    const outcomes = [await this.run('forced', order)];
    // To know what differs between equal runs makes more of them equal, not fewer.
    const isHarmless = ['fine', 'refused'].includes(judged(outcomes[0], serial).verdict);
    if (isHarmless && !startApart([...serial.AB, ...serial.BA, ...outcomes])) return outcomes;
    for (const mode of ['AB', 'BA']) await this.#serial(mode, EQUAL_RUNS);
    const problem = serialProblem(serial, {}, 'AB');
    if (problem) throw new Unrepeatable(problem.reason, problem);
    if (!this.#isPromising(judge(outcomes[0], serial))) return outcomes;
    await this.#runBetween(order);
    if (!this.#isPromising(this.#judgeBeside(outcomes[0], order))) return outcomes;
    if (this.#pair.candidate.overtakes || this.#pair.candidate.before) {
      const grace = Math.min(GRACE_MS, 1000 * this.#context.limits.limit / 2);
      const later = await this.run('forced', order, { grace });
      if (!this.#isPromising(judge(later, serial))) return [later];
      outcomes.push(later);
    }
    if (this.#isReportedBy(outcomes, order)) return outcomes;
    await runUntil(outcomes, FORCED_RUNS, () => this.run('forced', order));
    return outcomes;
  }

  #isReportedBy(forced, order) {
    const result = this.#resultOf(forced, order);
    return result.judgement.verdict === 'race' && this.#isReported({ ...result, pair: this.#pair, runs: this.#runs });
  }

  // Returns {who, isWhole, writes, order, runs} of the serial order before the later work of the held request, if any.
  #betweenOf(order) {
    const between = betweenOf(this.#pair.candidate, order, this.#pair.recordings);
    if (between === undefined) return undefined;
    const { between: known } = this.#evidence;
    const key = JSON.stringify(between.order);
    if (!known.has(key)) known.set(key, []);
    return { ...between, runs: known.get(key) };
  }

  async #runBetween(order) {
    const between = this.#betweenOf(order);
    while (between?.runs.length < EQUAL_RUNS) between.runs.push(await this.run('between', between.order));
  }

  #judgeBeside(outcome, order) {
    const { serial } = this.#evidence;
    const judgement = judged(outcome, serial);
    const between = this.#betweenOf(order);
    return this.#isPromising(judgement) && between?.runs.length > 0
      ? besideLaterWork(outcome, judgement, { serial, between }) : judgement;
  }

  #isPromising({ verdict }) {
    return verdict === 'race' || (verdict === 'stale' && this.#context.staleReads);
  }

  /** Resolves to the result of the proof. */
  async prove() {
    const { candidate, requests } = this.#pair;
    // Its status is in the trailers. By the head each answer would be a success.
    if (!candidate.of && Object.values(requests).some(isGrpc)) throw new Unrepeatable('grpc');
    await this.#runSerial();
    const best = await this.#tryAll(ordersOf(candidate, this.#pair.recordings));
    if (best.verdict !== 'blocked' || best.blocked.by === 'lock' || candidate.before) return best;
    return this.#tryAll(this.#ordersIfBlocked(), best);
  }

  #ordersIfBlocked() {
    const { candidate, recordings } = this.#pair;
    const late = hasOneOrder(candidate) ? [] : lateOrders(candidate, recordings.all);
    return [...queuedOrders(candidate, recordings), ...late];
  }

  // Resolves to the result that weighs most, up to the first race. `best`: one of before.
  async #tryAll(orders, best) {
    let found = best;
    for (const order of orders) {
      const tried = await this.#tryOnce(order);
      if (!found || tried.weight > found.weight) found = tried;
      if (found.verdict === 'race') break;
    }
    return found;
  }

  async #runSerial() {
    const evidence = this.#evidence;
    if (evidence.problem) throw evidence.problem;
    if (evidence.serial.AB.length > 0 && evidence.serial.BA.length > 0) return;
    try {
      await this.#runSerialFirst();
    } catch (error) {
      if (error instanceof Unrepeatable) evidence.problem = error;
      throw error;
    }
  }

  async #runSerialFirst() {
    const { candidate, recordedOrder, requests } = this.#pair;
    const { serial } = this.#evidence;
    await this.#serial('AB', 1);
    if (candidate.overtakes) await this.#readMore(serial);
    const expected = expectedOf(candidate, requests);
    if (recordedOrder === 'BA') await this.#serial('BA', 1);
    const problem = serialProblem(serial, expected, recordedOrder);
    if (problem) throw new Unrepeatable(problem.reason, problem);
    await this.#serial('BA', 1);
  }

  // The consumer may change other tables than in the recording, if it did not find there what it looks for.
  async #readMore(serial) {
    const { name, dialect } = this.#pair.store;
    const { [name]: known } = this.#pair.plan('AB').tables;
    const tables = await unrecordedTables(serial.AB[0], { name, dialect }, known);
    if (tables.length === 0) return;
    this.#pair.readMore(tables);
    serial.AB.length = 0;
    await this.#serial('AB', 1);
  }

  async #tryOnce(order) {
    const { serial, tried } = this.#evidence;
    const steps = JSON.stringify(this.#pair.plan('forced', order).steps);
    if (tried.has(steps)) return { ...tried.get(steps), isKnown: true };
    tried.set(steps, await this.#tryOrder(order, serial));
    return tried.get(steps);
  }

  async #tryOrder(order, serial) {
    let forced;
    try {
      forced = await this.#forced(order, serial);
    } catch (error) {
      if (!(error instanceof Unrepeatable) || !IN_ORDER.has(error.message)) throw error;
      return { verdict: 'unrepeatable', reason: error.message, details: error.details, weight: 0, order };
    }
    const result = this.#resultOf(forced, order);
    const isReported = result.verdict === 'unsure' && result.agree === result.of && this.#isReportedBy(forced, order);
    return isReported ? { ...result, verdict: 'race', isReported, weight: 5 } : result;
  }

  #resultOf(forced, order) {
    const { serial } = this.#evidence;
    const judgements = forced.map((outcome) => this.#judgeBeside(outcome, order));
    const between = this.#betweenOf(order);
    const hasRuns = between?.isWhole && between.runs.length > 0;
    const beside = hasRuns ? serialBeside(serial, between.who, between.runs) : serial;
    const logged = newErrors(forced[0], beside);
    const sum = this.#sum(judgements, forced);
    const compare = comparer(beside, forced);
    return { ...sum, logged, order, between, serial: beside, forced, compare };
  }

  #sum(judgements, forced) {
    const [first] = judgements;
    const agree = judgements.filter(({ verdict, kind }) => verdict === first.verdict && kind === first.kind).length;
    const of = judgements.length;
    const { blocked } = forced[0];
    if (this.#isPromising(first) && agree < FORCED_RUNS) return { verdict: 'unsure', judgement: first, agree, of, weight: 3 };
    if (first.verdict === 'fine' && blocked) return { verdict: 'blocked', judgement: first, blocked, agree, of, weight: 2 };
    const weight = { race: 5, stale: 4, refused: 2, fine: 1 }[first.verdict];
    return { verdict: first.verdict, judgement: first, blocked, agree, of, weight };
  }
}

function pairFor(candidate, recordings, live) {
  if (candidate.of) return pairWithin(candidate, recordings);
  return candidate.before ? new PairUnderWay(candidate, recordings) : new Pair(candidate, recordings, live);
}

async function attempt(context, candidate, recordings, { folder, tell, shared, isReported, live }) {
  const pair = pairFor(candidate, recordings, live);
  const proof = new Proof(context, pair, evidenceOf(shared, pair), { folder, tell, isReported });
  const resultOf = (found) => ({ ...found, pair, runs: proof.runs, folder: proof.folder });
  try {
    return resultOf(await proof.prove());
  } catch (error) {
    if (!(error instanceof Unrepeatable)) throw error;
    return resultOf({ verdict: 'unrepeatable', reason: error.message, details: error.details });
  }
}

/**
 * Proves a candidate of `nacd requests find` with the recordings that it was found in. Resolves to {verdict: race,
 * fine, refused, blocked, stale, unsure or unrepeatable, ...}. Rejects with Interrupted if the context's signal aborts.
 * `shared` is a Map that the proofs of one campaign share. `isReported(result)`: whether the race in a result is known
 * already. Such a one is not repeated, and has `isReported`: it is not proved by itself.
 */
async function proveCandidate(context, candidate, recordings, options) {
  const { folder, tell = () => {}, shared = new Map(), isReported = () => false } = options;
  const result = await attempt(context, candidate, recordings, { folder, tell, shared, isReported });
  if (result.verdict !== 'unrepeatable' || candidate.same || candidate.of || candidate.before) return result;
  // The state may be right for both when the later of the two arrives.
  const live = result.pair.live === 'first' ? 'second' : 'first';
  const again = await attempt(context, candidate, recordings, {
    folder: path.join(folder, 'later'), tell, shared, isReported, live,
  });
  const runs = result.runs + again.runs;
  return again.verdict === 'unrepeatable' ? { ...result, runs } : { ...again, runs };
}

module.exports = { proveCandidate, FORCED_RUNS };
