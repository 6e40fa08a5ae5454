'use strict';
// Proves candidates one after the other, best first, until the time is over.
const path = require('node:path');

const { clearOurs, makeOurs } = require('../files/disk.js');
const messages = require('../messages/index.js');
const { isReading } = require('./answers.js');
const { keepRace } = require('./failure.js');
const { Explained, Families, familyOf, rootOf } = require('./family.js');
const { Interrupted, proveCandidate } = require('./prove.js');
const { otherOf, raceOf } = require('./report.js');
const { StillRuns } = require('./still-runs.js');
const { isTold } = require('./told.js');

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
  const families = new Families();
  const shared = new Map();
  const summary = { counts: {}, covered: 0, left: 0, races: [], others: [], runs: 0, interrupted: false };
  const explained = new Explained(recordings);
  const stillRuns = new StillRuns(context, folder);
  const isCovered = (candidate) => explained.has(candidate) || families.covers(candidate);
  const ordered = knownLast(inTurns(candidates), (candidate) => !isCovered(candidate) && families.hasRaceOf(candidate));
  let taken = 0;
  for (const candidate of ordered) {
    const index = taken++;
    if (isCovered(candidate)) {
      summary.covered++;
      continue;
    }
    if (performance.now() - began > context.limits.budget * 1000) {
      summary.left = candidates.length - index;
      break;
    }
    const from = performance.now();
    const say = (event) => tell({ ...event, index: index + 1, count: candidates.length, candidate });
    let result;
    try {
      const own = path.join(folder, candidate.id);
      result = await proveCandidate(context, candidate, recordings, { folder: own, tell: say, shared });
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      Object.assign(summary, { interrupted: true, left: candidates.length - index });
      break;
    }
    if (result.isKnown && result.verdict === 'race') { // another candidate's, with the same steps
      summary.covered++;
      summary.runs += result.runs;
      continue;
    }
    const proof = makeProof(result);
    if (proof.verdict === 'race' && (isTold(proof, summary.races) || families.knows(candidate, proof))) {
      families.add(candidate, proof);
      summary.covered++;
      summary.runs += proof.runs;
      continue;
    }
    summary.counts[proof.verdict] = (summary.counts[proof.verdict] ?? 0) + 1;
    summary.runs += proof.runs;
    const isRace = proof.verdict === 'race' || (proof.verdict === 'stale' && context.staleReads);
    if (isRace) {
      families.add(candidate, proof);
      explained.add(candidate);
    }
    const file = isRace ? keepRace(context, proof, result) : undefined;
    const ms = Math.round(performance.now() - from);
    (isRace ? summary.races : summary.others).push({ ...proof, ms, file });
    yield { type: 'proof', proof, isRace, file, index: index + 1, count: candidates.length, ms };
    const problem = await stillRuns.problemAfter(result);
    if (problem) {
      Object.assign(summary, { problem, left: candidates.length - taken });
      break;
    }
  }
  yield { type: 'end', summary: { ...summary, ms: performance.now() - began } };
}

module.exports = { inTurns, knownLast, proofs };
