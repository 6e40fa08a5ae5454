'use strict';
// Minimizes a located failure and keeps the result as its schedule file.
const fs = require('node:fs');
const path = require('node:path');

const { makeFolder } = require('../files/disk.js');
const { failureId, isAlike } = require('../analysis/groups.js');
const { withUntil } = require('../analysis/repeatable.js');
const { fileOf, noteFailure } = require('../files/keep.js');
const { writeSchedule } = require('../files/schedule.js');
const { withSources } = require('../files/sources.js');
const { addCommand, noteClass } = require('../files/store.js');
const { Minimizer } = require('./minimize.js');
const { readTraces } = require('../trace/read.js');
const { narrowedCommand } = require('./narrow.js');
const { recordedRuns } = require('./recorded.js');
const { placeOf } = require('../analysis/places.js');

// `ran` is the site in the text that ran, if a transformer made that; `from` is the nearest place of the user's own
// where `site` is in a package; `made` is true if `site` is where the object of the operation was made.
function described({ name, phase, api, site, ran, made, from }, cwd) {
  const about = { name, phase, api, site, place: placeOf(site, cwd) };
  if (ran !== undefined) about.ran = ran;
  if (made && site) about.made = true;
  if (from) about.from = { ...from, place: placeOf(from.site, cwd) };
  return about;
}

function missingOf({ missing }, cwd) {
  return missing && described(missing, cwd);
}

const pairIn = (cwd) => ({ delayed, overtaker, by }) => ({
  delayed: described(delayed, cwd), overtaker: described(overtaker, cwd), by,
});

// `also` are the pairs of the other delays that are needed.
function raceOf({ pair, others }, cwd) {
  if (!pair) return undefined;
  return { ...pairIn(cwd)(pair), ...(others.length > 0 && { also: others.map(pairIn(cwd)) }) };
}

// A delay that was made shorter shall reach what it reached in the failing run, also on a slower machine. A fix moves
// lines.
function repeatable(delays, folder, cwd) {
  if (!folder) return { delays, sources: undefined };
  const traces = readTraces(path.join(folder, 'trace'));
  return withSources(withUntil(delays, traces), traces, cwd);
}

function keep(found, { context, schedule, command, race }) {
  const title = found.title ?? 'failure';
  const isOld = schedule.failure?.title === title;
  const id = isOld ? schedule.failure.id : failureId(title, command);
  const file = fileOf(context.failures, id);
  const { from, rate } = found;
  const { delays, sources } = repeatable(found.delays, found.example.failing, context.cwd);
  const inOut = (folder) => folder && path.relative(context.out, folder).split(path.sep).join('/');
  const example = { failing: inOut(found.example.failing), passing: inOut(found.example.passing) };
  const shown = { failed: rate.failed, of: rate.of };
  const failure = { ...schedule.failure, id, title, class: found.class, shown };
  makeFolder(context.failures);
  writeSchedule(file, { ...schedule, command, failure, minimized: true, from, rate, race, example, sources, delays });
  return { file, title, id };
}

const SLOW_MS = 3000; // a run of the failing command
const TRIES = 3;

async function failsIn({ scratch, emit, deadline = Infinity }, schedule, tries) {
  let count = 0;
  let of = 0;
  while (of < tries && (of === 0 || performance.now() < deadline)) {
    const { titles, ms } = await scratch.replay(schedule);
    const failed = titles.some((title) => isAlike(title, schedule.failure.title));
    of++;
    if (failed) count++;
    emit({ type: 'tried', runs: scratch.count, failed, ms, delays: schedule.delays });
  }
  return { failed: count, of };
}

// Returns the command for the failing test alone if a run of the whole command is slow and the test fails again alone,
// and passes there without delays: one that needs the tests before it fails alone in any case.
async function narrowed({ context, schedule, command, scratch, emit, deadline = Infinity }) {
  const { ms, title } = schedule.failure ?? {};
  const alone = ms > SLOW_MS ? narrowedCommand(command, title, context.cwd) : undefined;
  if (!alone) return undefined;
  emit({ type: 'alone', command: alone });
  scratch.useCommand(alone);
  const { failed, of } = await failsIn({ scratch, emit, deadline }, schedule, TRIES);
  const plainly = failed >= TRIES - 1 && (await failsIn({ scratch, emit }, { ...schedule, delays: [] }, 1)).failed > 0;
  if (failed >= TRIES - 1 && !plainly) {
    emit({ type: 'narrowed', failed, of });
    return alone;
  }
  scratch.useCommand(command);
  if (performance.now() < deadline) emit({ type: 'whole', plainly });
  return undefined;
}

// Returns the command for which the result holds: the whole one if the failure comes with it, too.
async function widened({ alone, found, schedule, command, scratch, emit }) {
  scratch.useCommand(command);
  const { failed } = await failsIn({ scratch, emit }, { ...schedule, delays: found.delays }, 1);
  emit({ type: 'widened', failed });
  if (failed > 0) return command;
  scratch.useCommand(alone);
  return alone;
}

// Keeps the class of a failure that occurs without delays, whatever the campaign saw. A schedule of somebody else's has
// no failure file here.
function noteFlaky({ failed, of }, { context, schedule }) {
  const { id } = schedule.failure ?? {};
  if (!id) return;
  const file = fileOf(context.failures, id);
  if (fs.existsSync(file)) noteFailure(file, { class: 'flaky', plain: { failed, of } });
  noteClass(context.out, { id, class: 'flaky', cwd: context.cwd });
}

/**
 * Minimizes `located`, which locateFailure() returned. Resolves to the result of Minimizer.minimize(); if its outcome
 * is 'minimized', to {outcome, class, delays, from, rate, race, missing, isCompared, edge, kept, command, file, title,
 * id} with the schedule `file` that was written and its command.
 */
async function minimizeFailure({ context, located: { schedule, command }, scratch, onEvent: emit }) {
  const { tries, time } = context.values;
  const { signal } = context;
  const deadline = time ? performance.now() + time * 1000 : undefined;
  const alone = await narrowed({ context, schedule, command, scratch, emit, deadline });
  const recorded = alone ? undefined : recordedRuns(context.out, schedule);
  const minimizer = new Minimizer({ scratch, schedule, recorded, tries, deadline, signal, emit });
  const found = await minimizer.minimize();
  if (found.outcome === 'without-delays') noteFlaky(found, { context, schedule });
  if (found.outcome !== 'minimized') return found;
  const shown = alone ? await widened({ alone, found, schedule, command, scratch, emit }) : command;
  if (shown !== command) addCommand(context.out, shown, context.cwd); // nobody is asked again before it is repeated
  const race = raceOf(found, context.cwd);
  const missing = missingOf(found, context.cwd);
  const { outcome, class: is, delays, from, rate, edge, kept, isCompared } = found;
  const about = { outcome, class: is, delays, from, rate, race, missing, isCompared, edge, kept, command: shown };
  const written = keep(found, { context, schedule, command: shown, race });
  noteClass(context.out, { id: written.id, class: is, cwd: context.cwd });
  return { ...about, ...written };
}

module.exports = { minimizeFailure };
