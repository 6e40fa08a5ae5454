'use strict';
// Minimizes a located failure and keeps the result as its schedule file.
const path = require('node:path');

const { makeFolder } = require('../files/disk.js');
const { failureId } = require('../analysis/groups.js');
const { fileOf } = require('../files/keep.js');
const { writeSchedule } = require('../files/schedule.js');
const { Minimizer } = require('./minimize.js');
const { placeOf } = require('./places.js');

function described({ name, phase, api, site }, cwd) {
  return { name, phase, api, site, place: placeOf(site, cwd) };
}

function missingOf({ missing }, cwd) {
  return missing && described(missing, cwd);
}

function raceOf({ pair }, cwd) {
  return pair && { delayed: described(pair.delayed, cwd), overtaker: described(pair.overtaker, cwd) };
}

function keep(found, { context, schedule, command, race }) {
  const title = found.title ?? 'failure';
  const isOld = schedule.failure?.title === title;
  const id = isOld ? schedule.failure.id : failureId(title, command);
  const file = fileOf(context.failures, id);
  const { delays, from, rate } = found;
  const inOut = (folder) => folder && path.relative(context.out, folder);
  const example = { failing: inOut(found.example.failing), passing: inOut(found.example.passing) };
  const failure = { ...schedule.failure, id, title };
  makeFolder(context.failures);
  writeSchedule(file, { ...schedule, command, failure, minimized: true, from, rate, race, example, delays });
  return { file, title };
}

/**
 * Minimizes `located`, which locateFailure() returned. Resolves to the result of Minimizer.minimize(); if its outcome
 * is 'minimized', to {outcome, delays, from, rate, race, file, title} with the schedule `file` that was written.
 */
async function minimizeFailure({ context, located: { schedule, command }, scratch, onEvent }) {
  const { tries, time } = context.values;
  const { signal } = context;
  const found = await new Minimizer({ scratch, schedule, tries, time, signal, emit: onEvent }).minimize();
  if (found.outcome !== 'minimized') return found;
  const race = raceOf(found, context.cwd);
  const missing = missingOf(found, context.cwd);
  const { outcome, delays, from, rate, kept } = found;
  return { outcome, delays, from, rate, race, missing, kept, ...keep(found, { context, schedule, command, race }) };
}

module.exports = { minimizeFailure };
