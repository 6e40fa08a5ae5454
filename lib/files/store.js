'use strict';
// Writes the results folder: campaign.json, runs/NAME/{run.json,schedule.json,trace/,stdout,stderr}, failures/ID.json
// (docs/results.md). Each part is written as soon as it is known, so a killed campaign leaves readable results.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { checkSpace, makeFolder, writeWhole, writing } = require('./disk.js');

const FORMAT = 1;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new UserError(error.code ? messages.cannotRead(file, error) : messages.notJson(file, error));
  }
}

// Removes the runs of an earlier campaign only; kept failures stay.
function clearOld(folder) {
  const runs = path.join(folder, 'runs');
  const old = readJson(path.join(folder, 'campaign.json'));
  if (old === undefined && fs.existsSync(runs)) throw new UserError(messages.notOurs(folder));
  if (old?.state === 'running' && old.pid !== process.pid && isAlive(old.pid)) {
    throw new UserError(messages.folderInUse(folder, old.pid));
  }
  writing(runs, () => fs.rmSync(runs, { recursive: true, force: true }));
}

class Store {
  #folder;
  #failures;
  #written = { at: -Infinity, cost: 0 };

  /** Opens `folder` for a new campaign. Throws a UserError if it cannot be written. */
  constructor(folder, failures = path.join(folder, 'failures')) {
    this.#folder = folder;
    this.#failures = failures;
    checkSpace(folder);
    makeFolder(folder);
    clearOld(folder);
    makeFolder(path.join(folder, 'runs'));
  }

  get folder() {
    return this.#folder;
  }

  get failures() {
    return this.#failures;
  }

  /** Makes the folder of one run and returns its path. */
  makeRun(name) {
    checkSpace(this.#folder);
    const folder = path.join(this.#folder, 'runs', name);
    makeFolder(path.join(folder, 'trace'));
    return folder;
  }

  writeRun(folder, run) {
    writeWhole(path.join(folder, 'run.json'), `${JSON.stringify(run, null, 2)}\n`);
  }

  dropRun(folder) {
    writing(folder, () => fs.rmSync(folder, { recursive: true, force: true }));
  }

  /** Writes campaign.json. With `whenCheap` it skips the write if writing would take a noticeable share of the time. */
  writeCampaign(campaign, whenCheap = false) {
    const began = performance.now();
    if (whenCheap && began - this.#written.at < 50 * this.#written.cost) return;
    writeWhole(path.join(this.#folder, 'campaign.json'), `${JSON.stringify({ format: FORMAT, ...campaign }, null, 1)}\n`);
    this.#written = { at: performance.now(), cost: performance.now() - began };
  }
}

module.exports = { Store, FORMAT, isAlive, readJson };
