'use strict';
// Measures how often schedules fail, and chooses the smallest that fails as often as the whole one did. A search tries
// each candidate a few times only, so its result may be one that seldom fails.
const { passesFurther } = require('./limits.js');

const FIRST_TRIES = 5;
const FEW = 3;
const CONFIRM = 10;
const CONFIRM_FEW = 5; // where runs are slow, or one says what more would
const CONFIRM_LEAST = 2; // of these, where runs of the search say the same
const ALIKE = 0.1; // a smaller difference of rates is noise
// At the shortest time that failed the noise of the machine decides, so it is never the result.
const MARGINS = [{ factor: 1.5, ms: 10 }, { factor: 2.5, ms: 30 }];
// Delays that take no time may be much longer, but not longer than those of the failing run, and not so long that they
// pass a further limit of time.
const WIDE_MARGINS = [{ factor: 3, ms: 50 }, { factor: 1.5, ms: 10 }, { factor: 1.2, ms: 3 }];

const failingOf = (runs) => runs.filter(({ failed }) => failed);

function rated(runs) {
  const failing = failingOf(runs);
  return { rate: runs.length === 0 ? 0 : failing.length / runs.length, failing, of: runs.length, runs };
}

/**
 * Resolves to {rate, failing, of, runs} of a few runs: three if all of them fail, ten if the first five pass. `known`
 * were made before.
 */
async function measure(oracle, delays, known = []) {
  const runs = [...known, ...(await oracle.often(delays, FEW - known.length))];
  if (failingOf(runs).length < FEW) runs.push(...(await oracle.often(delays, FIRST_TRIES - FEW)));
  // A rare failure gets a second round before it counts as gone.
  if (failingOf(runs).length === 0) runs.push(...(await oracle.often(delays, FIRST_TRIES)));
  return rated(runs);
}

function longer(delays, { factor, ms }, longest) {
  return delays.map((entry, at) => {
    const delay = Math.min(Math.ceil(entry.delay * factor) + ms, longest[at]);
    return { ...entry, delay, shortest: entry.shortest ?? entry.delay };
  });
}

/**
 * Returns {margins, others}, the schedules to confirm, best first: the delays that were made shorter, with several
 * margins; and the same delays as long as they were, those that a failing run met, and all. Schedules that are the same
 * are in them once.
 */
function candidatesOf({ shortest, reduced, met, original }, { isSteady }) {
  const isShorter = shortest.some(({ delay }, at) => delay !== reduced[at]?.delay);
  const longest = reduced.map(({ delay }) => (isSteady ? delay : Infinity));
  const wanted = isSteady ? WIDE_MARGINS : MARGINS;
  const withMargins = isShorter ? wanted.map((margin) => longer(shortest, margin, longest)) : [];
  const all = [...withMargins, reduced, met, original];
  const text = (delays) => JSON.stringify(delays.map(({ name, phase, delay }) => [name, phase, delay]));
  const once = all.filter((delays, at) => all.findIndex((other) => text(other) === text(delays)) === at);
  const isMargin = (delays) => withMargins.includes(delays);
  return { margins: once.filter(isMargin), others: once.filter((delays) => !isMargin(delays)) };
}

// Stops as soon as the schedule fails too seldom to be taken, where the time is over, and at a failing run of which
// `isOther` says that it shows another failure. `known` are runs of it that were made before.
async function tried(oracle, delays, { least, count, known = [], isOther = () => false }) {
  const runs = [...known];
  while (runs.length < count) {
    const more = await oracle.often(delays, 1);
    if (more.length === 0) break;
    runs.push(...more);
    if (more[0].failed && isOther(more[0])) return { delays, ...rated(runs), isOther: true };
    const passed = runs.length - failingOf(runs).length;
    if (passed > (1 - least) * count) break;
  }
  return { delays, ...rated(runs) };
}

const number = ({ confirmsByFew }) => (confirmsByFew ? CONFIRM_FEW : CONFIRM);

// Returns how many failing runs of the search speak for `delays`: the same operations were delayed, none for longer.
// None do if such a run with longer delays passed, or if one run does not say what more would.
function witnessesOf(oracle, delays) {
  if (!oracle.isSteady) return 0;
  const { failed, passed } = oracle.seen(delays);
  return passed > 0 ? 0 : failed;
}

// Resolves to the first of `schedules` that fails often enough and shows the same failure. Adds the others to `seen`.
async function firstOf(schedules, oracle, { least, seen, isOther = () => false }) {
  const most = number(oracle);
  for (const delays of schedules) {
    const witnesses = witnessesOf(oracle, delays);
    const count = Math.max(Math.min(CONFIRM_LEAST, most), most - witnesses);
    const known = seen.find((one) => one.delays === delays)?.runs;
    const way = { least, count, known, isOther: (run) => isOther(run, delays) };
    const candidate = { ...(await tried(oracle, delays, way)), witnesses, wanted: count };
    const isEnough = candidate.of >= Math.min(FEW, count) && candidate.rate >= least && candidate.rate > 0;
    if (isEnough && !candidate.isOther) return candidate;
    seen.push(candidate);
    if (oracle.isOver) break;
  }
  return undefined;
}

/**
 * Resolves to {delays, failing, of, witnesses, kept} of the first of candidatesOf(found) that fails as often as
 * `whole`, what measure() said of the original delays. On a steady clock margins that pass a further limit of time than
 * the shortest delays did, those of `found.edges`, come after all other margins. `witnesses` is how many runs of the
 * search spoke for it, so that fewer had to confirm it; `kept` is true if these are the original delays.
 */
async function confirm(oracle, found, whole) {
  const least = Math.max(0, whole.rate - ALIKE);
  const seen = [];
  const { margins, others } = candidatesOf(found, oracle);
  const { edges = [] } = found;
  const isOther = (run, delays) => oracle.isSteady && passesFurther(run, delays, edges);
  const near = await firstOf(margins, oracle, { least, seen, isOther });
  const far = seen.filter((candidate) => candidate.isOther).map(({ delays }) => delays);
  const taken = near ?? (await firstOf([...far, ...others], oracle, { least, seen }));
  if (taken) return { ...taken, kept: taken.delays === found.original };
  // Even the original delays fail less often than in the first runs. Then these count, too.
  const again = seen.find(({ delays }) => delays === found.original);
  const pooled = rated([...whole.runs, ...(again?.runs ?? [])]);
  const isGood = ({ rate, of, wanted }) => of === wanted && rate > 0 && rate >= pooled.rate - ALIKE;
  const good = seen.slice(0, -1).find(isGood);
  return good ? { ...good, kept: false } : { delays: found.original, ...pooled, witnesses: 0, kept: true };
}

module.exports = { FEW, confirm, measure, number };
