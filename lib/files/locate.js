'use strict';
// Finds the failure that a user names by a schedule file, the folder of a run, a results folder, or a failure's id.
const fs = require('node:fs');
const path = require('node:path');
const { isDeepStrictEqual } = require('node:util');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { nearest } = require('../options/nearest.js');
const { readTraces } = require('../trace/read.js');
const { isSchedule, readSchedule, scheduleOf } = require('./schedule.js');
const { followMoves } = require('./sources.js');
const { failureId } = require('../analysis/groups.js');
const { fileOf } = require('./keep.js');
const { readResults } = require('./results.js');
const { readJson } = require('./store.js');

function isFolder(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

function fromRun(folder) {
  const run = readJson(path.join(folder, 'run.json'));
  const file = path.join(folder, 'schedule.json');
  // A run has traces only if nacd was killed before its end.
  const traces = fs.existsSync(file) ? undefined : readTraces(path.join(folder, 'trace'));
  const schedule = traces ? scheduleOf({ traces, options: {} }) : readSchedule(file);
  const title = run?.titles?.[0];
  const { verdict, timeout, failOn, demand } = run ?? {};
  const failure = typeof title === 'string' && { id: failureId(title, schedule.command), title, verdict, timeout, failOn, demand };
  return { file, schedule: { failure: failure || undefined, ...schedule } };
}

function fromResults(folder) {
  const campaign = readResults(folder);
  const [failure] = campaign.failures;
  if (!failure) throw new UserError(messages.noFailureIn(folder));
  const kept = fileOf(path.join(folder, 'failures'), failure.id);
  if (isSchedule(kept)) return { file: kept, schedule: readSchedule(kept) };
  return fromRun(path.join(folder, failure.example));
}

function isRun(folder) {
  return ['run.json', 'schedule.json', 'trace'].some((name) => fs.existsSync(path.join(folder, name)));
}

// Returns the ids of the failures that are kept in `folder`.
function keptIn(folder) {
  const names = isFolder(folder) ? fs.readdirSync(folder) : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
}

function locate(target, context) {
  const named = path.resolve(context.cwd, target);
  if (isFolder(named)) return isRun(named) ? fromRun(named) : fromResults(named);
  if (!fs.existsSync(named) && /^[0-9a-f]{4,64}$/.test(target)) {
    const file = fileOf(context.failures, target);
    if (fs.existsSync(file)) return { file, schedule: readSchedule(file) };
    const known = keptIn(context.failures);
    throw new UserError(messages.noFailureLike(target, known, nearest(target, known)));
  }
  if (named === context.out && !fs.existsSync(named)) throw new UserError(messages.notResults(target));
  if (!fs.existsSync(named)) {
    const name = nearest(path.basename(named, '.json'), keptIn(path.dirname(named)));
    if (name) throw new UserError(messages.noSuchFile(target, path.join(path.dirname(target), `${name}.json`)));
  }
  return { file: named, schedule: readSchedule(named) };
}

// The results of a campaign, and those of `nacd requests`.
const RESULTS = ['campaign.json', 'requests.json'];

// Returns the results folder that a file or folder is part of, if any.
function resultsOf(file) {
  const parent = path.dirname(file);
  const isPart = ['failures', 'runs'].includes(path.basename(parent));
  const folder = isPart ? path.dirname(parent) : file;
  return RESULTS.some((name) => fs.existsSync(path.join(folder, name))) ? folder : undefined;
}

// True if a campaign ran this command in this working directory. The file of a stranger hardly knows that directory.
function isOwn(command, folders, cwd) {
  const files = folders.filter(Boolean).flatMap((folder) => RESULTS.map((name) => path.join(folder, name)));
  return files.map(readIf).some((results) => {
    if (results?.cwd !== cwd) return false;
    const commands = [results.command, ...(Array.isArray(results.commands) ? results.commands : [])];
    return commands.some((known) => isDeepStrictEqual(known, command));
  });
}

function readIf(file) {
  try {
    return readJson(file);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * Returns {file, shown, schedule, command, results, trusted}. `shown` is the file's name as a user would type it,
 * `results` the results folder that `target` names, or that it is part of. The command is `trusted` if the user gave
 * it, now or to a campaign of this folder.
 */
function locateFailure(target, context) {
  const { file, schedule: kept } = locate(target, context);
  const schedule = followMoves(kept, context.cwd);
  const command = context.command ?? schedule.command;
  if (!command) throw new UserError(messages.noCommandIn(target));
  const relative = path.relative(context.cwd, file);
  const results = resultsOf(path.resolve(context.cwd, target)) ?? resultsOf(file);
  const trusted = context.command !== undefined || isOwn(command, [context.out, results], context.cwd);
  const shown = relative.startsWith('..') ? file : relative;
  return { file, shown, schedule, command, results, trusted };
}

module.exports = { locateFailure };
