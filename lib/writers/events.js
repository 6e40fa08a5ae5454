'use strict';
// Reads the results of a campaign as a stream of events for the writers. The events are those of the running campaign.
// A failure also has its schedule, its race, and a failing and a passing run, as far as they are known.
const fs = require('node:fs');
const path = require('node:path');

const { withOriginals } = require('../analysis/originals.js');
const { fileOf } = require('../files/keep.js');
const { readResults } = require('../files/results.js');
const { readTraces } = require('../trace/read.js');
const { isSchedule, readSchedule } = require('../files/schedule.js');

function keptSchedule(folder, failure) {
  for (const file of [fileOf(path.join(folder, 'failures'), failure.id), path.join(folder, failure.example, 'schedule.json')]) {
    if (isSchedule(file)) return { file, schedule: readSchedule(file) };
  }
  return { file: undefined, schedule: undefined };
}

function tracesIn(folder) {
  return folder === undefined ? [] : readTraces(path.join(folder, 'trace')).map(withOriginals);
}

// Returns the folders of a failing and a passing run. The last runs of minimize show the race with nothing else in it,
// so they come first. Without minimize, the first failing run and any passing run must do.
function examples(folder, campaign, failure, schedule) {
  const minimized = ['failing', 'passing'].map((kind) => schedule?.example?.[kind]);
  const ofMinimize = minimized.map((name) => name && path.join(folder, name));
  if (ofMinimize.every((name) => name && fs.existsSync(name))) return ofMinimize;
  const passed = campaign.runs.find(({ verdict, kind }) => verdict === 'passed' && kind === 'seed') ?? campaign.baseline;
  return [failure.example, passed?.folder].map((name) => (name ? path.join(folder, name) : undefined));
}

// Files from earlier versions have a race without a class.
function classOf({ failure, race } = {}) {
  return failure?.class ?? (race && 'order');
}

function failureEvent(folder, campaign, found) {
  const { file, schedule } = keptSchedule(folder, found);
  const failure = { ...found, class: classOf(schedule) ?? found.class };
  const [failing, passing] = examples(folder, campaign, failure, schedule);
  const run = campaign.runs.find(({ number }) => number === failure.runs[0]);
  return {
    type: 'failure', campaign, failure, run, file, schedule,
    race: schedule?.race, rate: schedule?.rate, folder: path.join(folder, failure.example),
    timelines: () => ({ failing: tracesIn(failing), passing: tracesIn(passing) }),
  };
}

/**
 * Yields the events of the campaign in `folder`, as lib/campaign/campaign.js lists them. A failure also has `file`,
 * `schedule`, `race`, `rate` and timelines(), which reads {failing, passing} traces. Throws a UserError without
 * results.
 */
function* eventsOf(folder) {
  const campaign = readResults(folder);
  yield { type: 'start', campaign };
  if (campaign.baseline) yield { type: 'baseline', run: campaign.baseline, campaign };
  for (const run of campaign.runs) yield { type: 'run', run, campaign };
  for (const failure of campaign.failures) yield failureEvent(folder, campaign, failure);
  yield { type: 'end', campaign };
}

module.exports = { eventsOf };
