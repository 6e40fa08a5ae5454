'use strict';
// Writes the results folder: campaign.json, runs/NAME/{run.json,schedule.json,trace/,stdout,stderr}, failures/ID.json
// (docs/reference/results.md). Each part is written as soon as it is known, so a killed campaign leaves readable
// results.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { boundRun } = require('./bound.js');
const { checkSpace, clearDrafts, clearOurs, makeFolder, makeOurs, makeResults, writeWhole, writing } = require('./disk.js');

const { isCommand } = require('./checks.js');
const { isHeld, takeLock } = require('./lock.js');
const { any } = require('./shape.js');

const FORMAT = 1;
const LOCK = '.lock';

/**
 * Returns the value in a file of JSON; undefined if there is no file. Throws a UserError if it cannot be read, is no
 * JSON, or does not have `shape` (shape.js).
 */
function readJson(file, shape = any) {
  let value;
  try {
    value = JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new UserError(error.code ? messages.cannotRead(file, error) : messages.notJson(file, error));
  }
  const problem = shape(value, '');
  if (problem) throw new UserError(messages.badFile(file, problem));
  return value;
}

// A file that a loss of power emptied is one of ours.
function isOursOrBroken(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))?.format !== undefined;
  } catch (error) {
    return error.code === 'ENOENT' || error instanceof SyntaxError;
  }
}

// Removes the runs of an earlier campaign only; kept failures stay.
function clearOld(folder) {
  const file = path.join(folder, 'campaign.json');
  if (!isOursOrBroken(file)) throw new UserError(messages.notOurs(file));
  clearOurs(path.join(folder, 'runs'));
}

/** Returns whether a campaign writes into `folder` now. */
function isWritten(folder) {
  return isHeld(path.join(folder, LOCK));
}

// Returns the commands of earlier campaigns in `folder`, latest first: their kept failures are still there.
function earlierCommands(folder, cwd) {
  try {
    const old = readJson(path.join(folder, 'campaign.json'));
    return old?.cwd === cwd ? [old.command, ...(old.commands ?? [])].filter(isCommand) : [];
  } catch {
    return []; // it is broken
  }
}

const MOST_COMMANDS = 20;

// Returns `command` and those of earlier campaigns.
function commandsWith(command, folder, cwd) {
  const all = [command, ...earlierCommands(folder, cwd)].map((words) => JSON.stringify(words));
  return [...new Set(all)].slice(0, MOST_COMMANDS).map((text) => JSON.parse(text));
}

// Changes campaign.json, if a campaign ran in `cwd` with `folder` and none writes there now.
function change(folder, cwd, changed) {
  if (isWritten(folder) || earlierCommands(folder, cwd).length === 0) return;
  const file = path.join(folder, 'campaign.json');
  writeWhole(file, `${JSON.stringify(changed(readJson(file)), null, 1)}\n`);
}

/** Makes `command` one of those that ran in `cwd` with `folder`, if any did and no campaign writes there now. */
function addCommand(folder, command, cwd) {
  change(folder, cwd, (campaign) => ({ ...campaign, commands: commandsWith(command, folder, cwd) }));
}

/** Gives the failure `id` its class in the results in `folder`, under the same conditions. */
function noteClass(folder, { id, class: is, cwd }) {
  const one = (failure) => (failure.id === id ? { ...failure, class: is } : failure);
  change(folder, cwd, (campaign) => ({ ...campaign, failures: campaign.failures?.map(one) }));
}

class Store {
  #folder;
  #failures;
  #lock;
  #written = { at: -Infinity, cost: 0 };

  /** Resolves to the Store of a new campaign in `folder`. Rejects with a UserError if it cannot be written. */
  static async open(folder, { failures = path.join(folder, 'failures'), signal } = {}) {
    checkSpace(folder);
    makeResults(folder);
    const { lock, owner } = await takeLock(path.join(folder, LOCK), { signal });
    if (!lock) throw new UserError(messages.folderInUse(folder, owner));
    const prepare = () => {
      clearOld(folder);
      clearDrafts(folder, 'campaign.json');
      clearDrafts(failures);
      makeOurs(path.join(folder, 'runs'));
    };
    return new Store(folder, failures, lock.keptAfter(prepare));
  }

  constructor(folder, failures, lock) {
    this.#folder = folder;
    this.#failures = failures;
    this.#lock = lock;
  }

  /** Returns the commands that campaigns ran in `cwd` with this folder, and `command`. */
  commandsWith(command, cwd) {
    return commandsWith(command, this.#folder, cwd);
  }

  /** Lets other campaigns use the folder. */
  close() {
    this.#lock.release();
  }

  get folder() {
    return this.#folder;
  }

  get failures() {
    return this.#failures;
  }

  #demandLock() {
    if (this.#lock.isLost()) throw new UserError(messages.lockLost(this.#folder));
  }

  /** Makes the folder of one run and returns its path. */
  makeRun(name) {
    checkSpace(this.#folder);
    this.#demandLock();
    const folder = path.join(this.#folder, 'runs', name);
    makeFolder(path.join(folder, 'trace'));
    return folder;
  }

  writeRun(folder, run) {
    this.#demandLock();
    writeWhole(path.join(folder, 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
  }

  /** Bounds the size of a run's folder (bound.js). Returns true if anything was left out. */
  boundRun(folder) {
    this.#demandLock();
    return writing(folder, () => boundRun(folder));
  }

  dropRun(folder) {
    if (this.#lock.isLost()) return; // it may be another campaign's by now
    writing(folder, () => fs.rmSync(folder, { recursive: true, force: true }));
  }

  /** Writes campaign.json. With `whenCheap` it skips the write if writing would take a noticeable share of the time. */
  writeCampaign(campaign, whenCheap = false) {
    const began = performance.now();
    if (whenCheap && began - this.#written.at < 50 * this.#written.cost) return;
    this.#demandLock();
    writeWhole(path.join(this.#folder, 'campaign.json'), `${JSON.stringify({ format: FORMAT, ...campaign }, null, 1)}\n`);
    this.#written = { at: performance.now(), cost: performance.now() - began };
  }
}

module.exports = { Store, FORMAT, addCommand, isWritten, noteClass, readJson };
