'use strict';
// Lists the runs of a campaign: kept failures first, then seeds.
const fs = require('node:fs');
const path = require('node:path');
const { isDeepStrictEqual } = require('node:util');

const { OPTIONS } = require('../options/program.js');
const { readValue } = require('../options/read-value.js');
const { UserError } = require('../errors/index.js');
const { readSchedule } = require('../files/schedule.js');

function namesIn(folder) {
  try {
    return fs.readdirSync(folder).filter((name) => name.endsWith('.json')).sort();
  } catch {
    return []; // nothing was kept yet
  }
}

/**
 * Returns {kept, broken}: the kept failures of this command, [{id, file, schedule}], and the lines about files that
 * cannot be read. One of these, for example emptied by a loss of power, must not prevent a campaign.
 */
function keptFailures(folder, command) {
  const kept = [];
  const broken = [];
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    try {
      const schedule = readSchedule(file);
      if (isDeepStrictEqual(schedule.command, command)) kept.push({ id: path.basename(name, '.json'), file, schedule });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      broken.push(error.message);
    }
  }
  return { kept, broken };
}

/** Returns {index, of} of the option --shard, "i/n"; `index` begins at 0. Without it, the whole is the only part. */
function parseShard(text) {
  if (text === undefined) return { index: 0, of: 1 };
  const [index, of] = text.split('/').map(Number);
  return { index: index - 1, of };
}

/**
 * Returns the options that replay `schedule` from `file`: its own options, and mode replay. An older version may have
 * had other options, and values that are not valid any more. In a replay a strategy chooses nothing.
 */
function replayOptions({ options: own = {} }, file) {
  const isKnown = (option) => own[option.key] !== undefined && readValue(option, own[option.key]) !== undefined;
  const known = OPTIONS.filter(isKnown);
  const options = Object.fromEntries(known.map(({ key }) => [key, own[key]]));
  if (own.strategy !== undefined) options.strategy ??= 'planned';
  return { ...options, mode: 'replay', schedule: path.resolve(file), trace: undefined, quiet: undefined };
}

function* storedRuns(kept, shard) {
  // Each kept failure is tried by one shard only.
  for (const [index, { id, file, schedule }] of kept.entries()) {
    if (index % shard.of !== shard.index) continue;
    yield { kind: 'stored', name: `kept-${id}`, kept: id, options: replayOptions(schedule, file) };
  }
}

function* seedRuns(settings, seed, shard) {
  const { runs, untilFailure } = settings.values;
  const limit = untilFailure ? Infinity : runs;
  for (let index = shard.index; index < limit; index += shard.of) {
    const options = { ...settings.core, seed: (seed + index) >>> 0 };
    yield { kind: 'seed', name: String(index + 1).padStart(4, '0'), options };
  }
}

function countOf(settings, kept, shard) {
  const mine = (total) => Math.max(0, Math.ceil((total - shard.index) / shard.of));
  return mine(kept.length) + (settings.values.untilFailure ? Infinity : mine(settings.values.runs));
}

/** Returns {count, items}: the largest number of runs (Infinity: no limit), and an iterator over the runs. */
function planOf(settings, { seed, kept }) {
  const shard = parseShard(settings.values.shard);
  function* items() {
    yield* storedRuns(kept, shard);
    yield* seedRuns(settings, seed, shard);
  }
  return { count: countOf(settings, kept, shard), items: items() };
}

module.exports = { keptFailures, parseShard, planOf, replayOptions };
