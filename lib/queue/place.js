'use strict';
// The folder in which a machine makes its runs, in the form of a Store (lib/files/store.js). Each start empties it.
const fs = require('node:fs');
const path = require('node:path');

const { Scratch } = require('../campaign/scratch.js');
const { boundRun } = require('../files/bound.js');
const { checkSpace, makeFolder, writeWhole, writing } = require('../files/disk.js');

class Place {
  #scratch;

  static async open(context) {
    return new Place(await Scratch.open(context, 'worker', { signal: context.signal }));
  }

  constructor(scratch) {
    this.#scratch = scratch;
  }

  get folder() {
    return this.#scratch.folder;
  }

  makeRun(name) {
    checkSpace(this.folder);
    const folder = path.join(this.folder, 'runs', name);
    makeFolder(path.join(folder, 'trace'));
    return folder;
  }

  boundRun(folder) {
    return writing(folder, () => boundRun(folder));
  }

  writeRun(folder, run) {
    writeWhole(path.join(folder, 'run.json'), `${JSON.stringify(run, null, 2)}\n`, { brief: true });
  }

  dropRun(folder) {
    writing(folder, () => fs.rmSync(folder, { recursive: true, force: true }));
  }

  close() {
    this.#scratch.close();
  }
}

module.exports = { Place };
