'use strict';
// The results of a campaign as the stream of events that its writers read: the same as while it ran, and with each
// failure what is known about it by now: its schedule, the race, a failing and a passing run.
const fs = require('node:fs');
const path = require('node:path');

const { fileOf } = require('../files/keep.js');
const { readResults } = require('../files/results.js');
const { readTraces } = require('../trace/read.js');
const { readSchedule } = require('../files/schedule.js');

function keptSchedule(folder, failure) {
  for (const file of [fileOf(path.join(folder, 'failures'), failure.id), path.join(folder, failure.example, 'schedule.json')]) {
    if (fs.existsSync(file)) return { file, schedule: readSchedule(file) };
  }
  return { file: undefined, schedule: undefined };
}

function tracesIn(folder) {
  return folder === undefined ? [] : readTraces(path.join(folder, 'trace'));
}

// After minimize its last runs show the race with nothing else in it; before, any two runs have to do.
function examples(folder, campaign, failure, schedule) {
  const minimized = ['failing', 'passing'].map((kind) => schedule?.example?.[kind]);
  const ofMinimize = minimized.map((name) => name && path.join(folder, name));
  if (ofMinimize.every((name) => name && fs.existsSync(name))) return ofMinimize;
  const passed = campaign.runs.find(({ verdict, kind }) => verdict === 'passed' && kind === 'seed') ?? campaign.baseline;
  return [failure.example, passed?.folder].map((name) => (name ? path.join(folder, name) : undefined));
}

function failureEvent(folder, campaign, failure) {
  const { file, schedule } = keptSchedule(folder, failure);
  const [failing, passing] = examples(folder, campaign, failure, schedule);
  const run = campaign.runs.find(({ number }) => number === failure.runs[0]);
  return {
    type: 'failure', campaign, failure, run, file, schedule,
    race: schedule?.race, rate: schedule?.rate, folder: path.join(folder, failure.example),
    timelines: () => ({ failing: tracesIn(failing), passing: tracesIn(passing) }),
  };
}

/** The events of the campaign in `folder`. */
function* eventsOf(folder) {
  const campaign = readResults(folder);
  yield { type: 'start', campaign };
  if (campaign.baseline) yield { type: 'baseline', run: campaign.baseline, campaign };
  for (const run of campaign.runs) yield { type: 'run', run, campaign };
  for (const failure of campaign.failures) yield failureEvent(folder, campaign, failure);
  yield { type: 'end', campaign };
}

module.exports = { eventsOf };
