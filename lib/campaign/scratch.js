'use strict';
// Keeps the runs of replay, minimize and prove in a folder of the results folder, which each start of the verb empties.
// A second process with the same verb gets a folder of its own.
const fs = require('node:fs');
const path = require('node:path');

const { boundRun } = require('../files/bound.js');
const { writeSchedule } = require('../files/schedule.js');
const { LONGEST_SECONDS } = require('../process/patience.js');
const { checkSpace, clearOurs, makeFolder, makeOurs, makeResults } = require('../files/disk.js');
const { isHeld, takeLock } = require('../files/lock.js');
const { runSpec } = require('./context.js');
const { writtenBy } = require('./demand.js');
const { execute } = require('./execute.js');
const { SHORT_QUIET_MS } = require('./lingering.js');
const { replayOptions } = require('./plan.js');

// Returns the first of NAME, NAME-2... that no other process uses, and its lock.
async function freeFolder(out, name, options) {
  for (let count = 1; ; count++) {
    const folder = path.join(out, count === 1 ? name : `${name}-${count}`);
    const file = path.join(out, `.${path.basename(folder)}.lock`);
    if (isHeld(file)) continue;
    const { lock } = await takeLock(file, options);
    if (lock) return { folder, lock };
  }
}

class Scratch {
  #folder;
  #lock;
  #context;
  #count = 0;
  #made = [];

  /**
   * Resolves to a Scratch with the emptied folder `name`. Rejects with a UserError if nacd did not make it. `options`
   * are takeLock's.
   */
  static async open(context, name, options) {
    checkSpace(context.out);
    makeResults(context.out);
    const { folder, lock } = await freeFolder(context.out, name, options);
    const prepare = () => {
      clearOurs(folder);
      makeOurs(folder);
    };
    return new Scratch(context, folder, lock.keptAfter(prepare));
  }

  constructor(context, folder, lock) {
    this.#context = context;
    this.#folder = folder;
    this.#lock = lock;
  }

  /** Runs `command` from now on. */
  useCommand(command) {
    this.#context = { ...this.#context, command };
  }

  /** Bounds the size of the runs, and lets other processes use the folder. */
  close() {
    try {
      for (const folder of this.#made) if (fs.existsSync(folder)) boundRun(folder);
    } finally {
      this.#lock.release();
    }
  }

  get folder() {
    return this.#folder;
  }

  get count() {
    return this.#count;
  }

  #next() {
    const folder = path.join(this.#folder, String(++this.#count).padStart(4, '0'));
    makeFolder(path.join(folder, 'trace'));
    this.#made.push(folder);
    return folder;
  }

  /**
   * Makes one run with `options`. `more` is for execute(), such as the tests that are set `aside`. Resolves to its
   * result, with its `folder`, and of one without delays what writtenBy() returns, `written`.
   */
  async run(options, more = {}) {
    const folder = this.#next();
    const { result, traces } = await execute(runSpec(this.#context, { options, timeoutGiven: true, ...more }), folder);
    const run = { ...result, folder };
    return options.mode === 'never' ? { ...run, written: writtenBy(folder, traces.delayed) } : run;
  }

  /** Makes one run in mode replay with the delays of `schedule`. */
  replay(schedule, more = {}) {
    const { failure = {} } = schedule;
    const { failOn = failure.failOn, timeout = failure.timeout ?? LONGEST_SECONDS } = this.#context.values;
    const file = path.join(this.#folder, `schedule-${this.#count + 1}.json`);
    writeSchedule(file, schedule, { brief: true });
    const quietMs = failure.lingers ? SHORT_QUIET_MS : undefined;
    return this.run(replayOptions(schedule, file), {
      failOn, timeout, quietMs, aside: failure.aside, demand: failure.demand, ...more,
    });
  }

  drop({ folder }) {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = { Scratch };
