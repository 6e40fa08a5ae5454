'use strict';
// Proves one candidate: runs both serial orders and the bad one, and judges. A race is reported only if all forced runs
// agree.
const fs = require('node:fs');
const path = require('node:path');

const { makeFolder, writeWhole } = require('../files/disk.js');
const { comparer, judge, serialProblem, silentIn } = require('./judge.js');
const { Pair, ordersOf } = require('./plan.js');
const { runOnce } = require('./runner.js');

const FORCED_RUNS = 5;
const EQUAL_RUNS = 2;

// Reasons that hold for one order only.
const IN_ORDER = new Set(['not reached', 'gave up']);

class Interrupted extends Error {}

function readResult(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return { state: 'not seen' };
  }
}

/** Runs the command with a plan, with its files in `folder`. Resolves to what the director wrote, with `end`. */
async function runPlan(context, plan, folder) {
  makeFolder(folder);
  const files = { result: path.join(folder, 'result.json'), claim: path.join(folder, 'claim') };
  const file = path.join(folder, 'plan.json');
  const { limit, timeout } = context.limits;
  const content = { ...plan, ...files, limit: limit * 1000, check: context.check?.sql };
  writeWhole(file, JSON.stringify(content), { brief: true, mode: 0o600 });
  const end = await runOnce(context, folder, { plan: file, timeout });
  if (context.signal.aborted) throw new Interrupted();
  const result = readResult(files.result);
  const broken = result.broken ?? (result.state === 'done' ? await context.check?.broken?.(result) : undefined);
  return { ...result, broken, end, folder };
}

/** Why a candidate could not be proved or disproved: an error inside prove(), told as a result. */
class Unrepeatable extends Error {
  constructor(reason, details = {}) {
    super(reason);
    this.details = details;
  }
}

class Proof {
  #context;
  #pair;
  #folder;
  #tell;
  #runs = 0;
  #background = new Set(); // writes of others than the two requests, in serial runs

  constructor(context, pair, folder, tell) {
    this.#context = context;
    this.#pair = pair;
    this.#folder = folder;
    this.#tell = tell;
  }

  get runs() {
    return this.#runs;
  }

  /** Makes one run; resolves to its outcome. Throws Unrepeatable if it did not come to an end. */
  async run(mode, order) {
    const folder = path.join(this.#folder, String(++this.#runs).padStart(2, '0'));
    this.#tell({ type: 'run', mode, runs: this.#runs });
    const result = await runPlan(this.#context, this.#pair.plan(mode, order), folder);
    this.#check(result, mode);
    this.#checkOthers(result, mode);
    return { ...result, ...this.#pair.about };
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
    if (mode !== 'forced') for (const statement of strange) this.#background.add(statement);
    const statement = strange.find((one) => !this.#background.has(one));
    if (statement !== undefined) throw new Unrepeatable('disturbed', { statement });
  }

  async #serial(mode, count) {
    const outcomes = [];
    while (outcomes.length < count) outcomes.push(await this.run(mode));
    return outcomes;
  }

  async #forced(order, serial) {
    const outcomes = [await this.run('forced', order)];
    if (judge(outcomes[0], serial).verdict === 'fine') return outcomes;
    for (const mode of ['AB', 'BA']) serial[mode].push(...await this.#serial(mode, EQUAL_RUNS - serial[mode].length));
    const problem = serialProblem(serial, {}, 'AB');
    if (problem) throw new Unrepeatable(problem.reason, problem);
    if (!this.#isPromising(judge(outcomes[0], serial))) return outcomes;
    while (outcomes.length < FORCED_RUNS) outcomes.push(await this.run('forced', order));
    return outcomes;
  }

  #isPromising({ verdict }) {
    return verdict === 'race' || (verdict === 'stale' && this.#context.staleReads);
  }

  /** Resolves to the result of the proof. */
  async prove() {
    const { candidate, recordedOrder, requests } = this.#pair;
    const serial = { AB: await this.#serial('AB', 1), BA: [] };
    const expected = candidate.same
      ? { first: requests.first.status }
      : { first: requests.first.status, second: requests.second.status };
    if (recordedOrder === 'BA') serial.BA = await this.#serial('BA', 1);
    const problem = serialProblem(serial, expected, recordedOrder);
    if (problem) throw new Unrepeatable(problem.reason, problem);
    if (recordedOrder === 'AB') serial.BA = await this.#serial('BA', 1);
    let best;
    for (const order of ordersOf(candidate, this.#pair.recordings)) {
      const tried = await this.#tryOrder(order, serial);
      if (!best || tried.weight > best.weight) best = tried;
      if (best.verdict === 'race') break;
    }
    return best;
  }

  async #tryOrder(order, serial) {
    let forced;
    try {
      forced = await this.#forced(order, serial);
    } catch (error) {
      if (!(error instanceof Unrepeatable) || !IN_ORDER.has(error.message)) throw error;
      return { verdict: 'unrepeatable', reason: error.message, details: error.details, weight: 0, order };
    }
    const judgements = forced.map((outcome) => judge(outcome, serial));
    return { ...this.#sum(judgements, forced), order, serial, forced, compare: comparer(serial, forced) };
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

async function attempt(context, candidate, recordings, { folder, tell, live }) {
  const pair = new Pair(candidate, recordings, live);
  const proof = new Proof(context, pair, folder, tell);
  try {
    return { ...await proof.prove(), pair, runs: proof.runs };
  } catch (error) {
    if (!(error instanceof Unrepeatable)) throw error;
    return { verdict: 'unrepeatable', reason: error.message, details: error.details, pair, runs: proof.runs };
  }
}

/**
 * Proves a candidate of `nacd requests find` with the recordings that it was found in. Resolves to {verdict: race,
 * fine, refused, blocked, stale, unsure or unrepeatable, ...}. Rejects with Interrupted if the context's signal aborts.
 */
async function proveCandidate(context, candidate, recordings, { folder, tell = () => {} }) {
  const result = await attempt(context, candidate, recordings, { folder, tell });
  if (result.verdict !== 'unrepeatable' || candidate.same) return result;
  // The state may be right for both when the later of the two arrives.
  const live = result.pair.live === 'first' ? 'second' : 'first';
  const again = await attempt(context, candidate, recordings, { folder: path.join(folder, 'later'), tell, live });
  const runs = result.runs + again.runs;
  return again.verdict === 'unrepeatable' ? { ...result, runs } : { ...again, runs };
}

module.exports = { proveCandidate, runPlan, Interrupted, FORCED_RUNS };
