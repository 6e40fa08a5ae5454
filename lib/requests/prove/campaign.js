'use strict';
// Proves candidates one after the other, best first, until the time is over.
const path = require('node:path');

const { clearOurs, makeOurs } = require('../../files/disk.js');
const messages = require('../../messages/index.js');
const { isReading } = require('../recording/answers.js');
const { keepRace } = require('./failure.js');
const { Explained, Families, familyOf, rootOf } = require('../candidates/family.js');
const { proveCandidate } = require('./prove.js');
const { otherOf, raceOf } = require('../report/report.js');
const { Interrupted } = require('./run-plan.js');
const { StillRuns } = require('./still-runs.js');
const { isReported } = require('./reported.js');

const READ_COST = 0.3; // of two requests that only read by their method: what they write is a cache, or a count
const COST = 0.1; // of a place in a family: what is refused or fine in one window is often so in the next

// A race within one request explains more than one of two such requests, so it comes before that.
function afterOnesWithin(weighed) {
  const least = new Map();
  for (const { candidate, weight } of weighed) {
    const root = rootOf(candidate);
    if (candidate.of) least.set(root, Math.min(weight, least.get(root) ?? Infinity));
  }
  const limitOf = (candidate) => (candidate.of ? Infinity : (least.get(rootOf(candidate)) ?? Infinity) - COST);
  return weighed.map(({ candidate, weight }) => ({ candidate, weight: Math.min(weight, limitOf(candidate)) }));
}

// Neither a race nor harmless.
const NOT_JUDGED = new Set(['unrepeatable', 'unsure']);

const areReading = (candidate) => [candidate.first, candidate.second].every(({ handler = '' }) => (
  isReading({ method: handler.split(' ', 1)[0] })));

// Best first, but not all windows of two handlers before those of others.
function inTurns(candidates) {
  const places = new Map();
  const weighed = candidates.map((candidate) => {
    const family = familyOf(candidate);
    const place = places.get(family) ?? 0;
    places.set(family, place + 1);
    const cost = COST * place + (areReading(candidate) ? READ_COST : 0);
    return { candidate, weight: (candidate.rank ?? 0) - cost };
  });
  return afterOnesWithin(weighed).sort((a, b) => b.weight - a.weight).map(({ candidate }) => candidate);
}

// A user waits for the first race of each two handlers, so further ones of theirs come last.
function* knownLast(candidates, isKnown) {
  const later = [];
  for (const candidate of candidates) {
    if (isKnown(candidate)) later.push(candidate);
    else yield candidate;
  }
  yield* later;
}

const makeProof = (result) => {
  if (result.verdict !== 'race' && result.verdict !== 'stale') return otherOf(result);
  const race = raceOf(result);
  return { ...race, verdict: result.verdict, title: messages.raceTitle(race) };
};

// The proofs so far, and the candidates that need none because of a race that was found.
class Found {
  #context;
  #families = new Families();
  #explained;
  summary = { counts: {}, notJudged: 0, covered: 0, left: 0, races: [], others: [], runs: 0, interrupted: false };

  constructor(context, recordings) {
    this.#context = context;
    this.#explained = new Explained(recordings);
  }

  isCovered(candidate) {
    return this.#explained.has(candidate) || this.#families.covers(candidate);
  }

  /** Returns `candidates` in the order in which they are tried. */
  ordered(candidates) {
    return knownLast(inTurns(candidates), (one) => !this.isCovered(one) && this.#families.hasRaceOf(one));
  }

  /** Takes the result of a proof that began at `from`. Returns {proof, isRace, file, ms}; undefined: it is covered. */
  take(candidate, result, from) {
    const { summary } = this;
    summary.runs += result.runs;
    const proof = this.#newProof(candidate, result);
    if (!proof) {
      summary.covered++;
      return undefined;
    }
    if (NOT_JUDGED.has(proof.verdict)) summary.notJudged++;
    summary.counts[proof.verdict] = (summary.counts[proof.verdict] ?? 0) + 1;
    const isRace = proof.verdict === 'race' || (proof.verdict === 'stale' && this.#context.staleReads);
    if (isRace) {
      this.#families.add(candidate, proof);
      this.#explained.add(candidate);
    }
    const file = isRace ? keepRace(this.#context, proof, result) : undefined;
    const ms = Math.round(performance.now() - from);
    (isRace ? summary.races : summary.others).push({ ...proof, ms, file });
    return { proof, isRace, file, ms };
  }

  /** Returns whether the race of `candidate` in this result is one that was found. */
  isReported(candidate, result) {
    return this.summary.races.length > 0 && this.#isOld(candidate, raceOf(result));
  }

  #isOld(candidate, race) {
    return isReported(race, this.summary.races) || this.#families.knows(candidate, race);
  }

  // Undefined: the race is another candidate's with the same steps, or was reported before.
  #newProof(candidate, result) {
    if (result.isKnown && result.verdict === 'race') return undefined;
    const proof = makeProof(result);
    if (proof.verdict !== 'race') return proof;
    if (!result.isReported && !this.#isOld(candidate, proof)) return proof;
    this.#families.add(candidate, proof);
    return undefined;
  }
}

async function unlessInterrupted(result) {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    throw error;
  }
}

/**
 * Yields events: {type: 'proof', proof, index, count, ms, file}, {type: 'run', ...} through `tell`, and at the end
 * {type: 'end', summary}, with a UserError as `summary.problem` if the command does not run any more. `context` is a
 * runner's, with limits {budget, limit, timeout} in seconds.
 */
async function* proofs(context, candidates, recordings, tell) {
  const folder = path.join(context.out, 'requests', 'proofs');
  clearOurs(folder);
  makeOurs(folder);
  const began = performance.now();
  const found = new Found(context, recordings);
  const { summary } = found;
  const shared = new Map();
  const stillRuns = new StillRuns(context, folder);
  const count = candidates.length;
  let taken = 0;
  for (const candidate of found.ordered(candidates)) {
    const index = ++taken;
    if (found.isCovered(candidate)) {
      summary.covered++;
      continue;
    }
    const from = performance.now();
    if (from - began > context.limits.budget * 1000) {
      summary.left = count - index + 1;
      break;
    }
    const say = (event) => tell({ ...event, index, count, candidate });
    const known = (result) => found.isReported(candidate, result);
    const options = { folder: path.join(folder, candidate.id), tell: say, shared, isReported: known };
    const result = await unlessInterrupted(proveCandidate(context, candidate, recordings, options));
    if (!result) {
      Object.assign(summary, { interrupted: true, left: count - index + 1 });
      break;
    }
    const kept = found.take(candidate, result, from);
    if (!kept) continue;
    yield { type: 'proof', ...kept, index, count };
    const problem = await stillRuns.problemAfter(result);
    if (problem) {
      Object.assign(summary, { problem, left: count - index });
      break;
    }
  }
  yield { type: 'end', summary: { ...summary, ms: performance.now() - began } };
}

module.exports = { inTurns, knownLast, proofs };
