'use strict';
// Measures how often schedules fail, and chooses the smallest that fails as often as the whole one did. A search tries
// each candidate a few times only, so its result may be one that seldom fails.
const FIRST_TRIES = 5;
const FEW = 3;
const CONFIRM = 10;
const CONFIRM_FEW = 5; // where runs are slow, or one says what more would
const CONFIRM_LEAST = 2; // of these, where runs of the search say the same
const ALIKE = 0.1; // a smaller difference of rates is noise
// At the shortest time that failed the noise of the machine decides, so it is never the result.
const MARGINS = [{ factor: 1.5, ms: 10 }, { factor: 2.5, ms: 30 }];
// Delays that take no time may be much longer, but not longer than those of the failing run.
const WIDE_MARGINS = [{ factor: 3, ms: 50 }, ...MARGINS];

const failingOf = (runs) => runs.filter(({ failed }) => failed);

function rated(runs) {
  const failing = failingOf(runs);
  return { rate: runs.length === 0 ? 0 : failing.length / runs.length, failing, of: runs.length, runs };
}

/** Resolves to {rate, failing, of, runs} of a few runs: three if all of them fail, ten if the first five pass. */
async function measure(oracle, delays) {
  const runs = await oracle.often(delays, FEW);
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
 * Returns the schedules to confirm, best first: the delays that were made shorter, with several margins; the same
 * delays as long as they were; those that a failing run met; all. Schedules that are the same are in it once.
 */
function candidatesOf({ shortest, reduced, met, original }, { isSteady }) {
  const isShorter = shortest.some(({ delay }, at) => delay !== reduced[at]?.delay);
  const longest = reduced.map(({ delay }) => (isSteady ? delay : Infinity));
  const margins = isSteady ? WIDE_MARGINS : MARGINS;
  const withMargins = isShorter ? margins.map((margin) => longer(shortest, margin, longest)) : [];
  const all = [...withMargins, reduced, met, original];
  const text = (delays) => JSON.stringify(delays.map(({ name, phase, delay }) => [name, phase, delay]));
  return all.filter((delays, at) => all.findIndex((other) => text(other) === text(delays)) === at);
}

// Stops as soon as the schedule fails too seldom to be taken, and where the time is over.
async function tried(oracle, delays, { least, count }) {
  const runs = [];
  while (runs.length < count) {
    const more = await oracle.often(delays, 1);
    if (more.length === 0) break;
    runs.push(...more);
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

/**
 * Resolves to {delays, failing, of, witnesses, kept} of the first of candidatesOf(found) that fails as often as
 * `whole`, what measure() said of the original delays. `witnesses` is how many runs of the search spoke for it, so that
 * fewer had to confirm it; `kept` is true if these are the original delays.
 */
async function confirm(oracle, found, whole) {
  const most = number(oracle);
  const least = Math.max(0, whole.rate - ALIKE);
  const seen = [];
  for (const delays of candidatesOf(found, oracle)) {
    const witnesses = witnessesOf(oracle, delays);
    const count = Math.max(Math.min(CONFIRM_LEAST, most), most - witnesses);
    const candidate = { ...(await tried(oracle, delays, { least, count })), witnesses, wanted: count };
    const isEnough = candidate.of >= Math.min(FEW, count) && candidate.rate >= least && candidate.rate > 0;
    if (isEnough) return { ...candidate, kept: delays === found.original };
    seen.push(candidate);
    if (oracle.isOver) break;
  }
  // Even the original delays fail less often than in the first runs. Then these count, too.
  const again = seen.find(({ delays }) => delays === found.original);
  const pooled = rated([...whole.runs, ...(again?.runs ?? [])]);
  const isGood = ({ rate, of, wanted }) => of === wanted && rate > 0 && rate >= pooled.rate - ALIKE;
  const good = seen.slice(0, -1).find(isGood);
  return good ? { ...good, kept: false } : { delays: found.original, ...pooled, witnesses: 0, kept: true };
}

module.exports = { ALIKE, FEW, confirm, measure, number };
