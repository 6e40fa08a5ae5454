'use strict';
// Keeps the runs of replay, minimize and prove in a folder of the results folder, which each start of the verb empties.
const fs = require('node:fs');
const path = require('node:path');

const { writeSchedule } = require('../files/schedule.js');
const { checkSpace, makeFolder, writing } = require('../files/disk.js');
const { runSpec } = require('./context.js');
const { execute } = require('./execute.js');
const { replayOptions } = require('./plan.js');

// Ends a replay that hangs although the failure was no hang.
const LONGEST_SECONDS = 600;

class Scratch {
  #folder;
  #context;
  #count = 0;

  constructor(context, name) {
    this.#context = context;
    this.#folder = path.join(context.out, name);
    checkSpace(context.out);
    makeFolder(context.out);
    writing(this.#folder, () => fs.rmSync(this.#folder, { recursive: true, force: true }));
    makeFolder(this.#folder);
  }

  get count() {
    return this.#count;
  }

  #next() {
    const folder = path.join(this.#folder, String(++this.#count).padStart(4, '0'));
    makeFolder(path.join(folder, 'trace'));
    return folder;
  }

  /** Makes one run with `options`. Resolves to its result, with its `folder`. */
  async run(options, more = {}) {
    const folder = this.#next();
    const { result } = await execute(runSpec(this.#context, { options, timeoutGiven: true, ...more }), folder);
    return { ...result, folder };
  }

  /** Makes one run in mode replay with the delays of `schedule`. */
  replay(schedule, more = {}) {
    const { failure = {} } = schedule;
    const { failOn = failure.failOn, timeout = failure.timeout ?? LONGEST_SECONDS } = this.#context.values;
    const file = path.join(this.#folder, `schedule-${this.#count + 1}.json`);
    writeSchedule(file, schedule);
    return this.run(replayOptions(schedule, file), { failOn, timeout, ...more });
  }

  drop({ folder }) {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = { Scratch };
