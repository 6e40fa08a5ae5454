'use strict';
// Notices a run whose tests have ended while something, such as an open server, keeps its process alive. Node would not
// end it either, so waiting for the timeout would say no more.
const fs = require('node:fs');
const path = require('node:path');

const { readRunTraces } = require('../trace/run-traces.js');
const { sampleLoad } = require('../process/load.js');
const { condensed, describeHang } = require('./hang.js');
const { haveTestsEnded } = require('./outputs/index.js');
const { readOutputs } = require('./verdict.js');

const LOOK_MS = 1000;
const QUIET_LOOKS = 5;
const IDLE = 0.1; // of a processor

const sizesOf = (folder) => ['stdout', 'stderr'].map((name) => fs.statSync(path.join(folder, name)).size).join();

// True if nothing of the run is at work, and one of its Node.js processes did not end.
async function isIdle(folder, { marker, began, startedAt }) {
  const load = await sampleLoad(marker);
  if (load && load.all > IDLE) return false;
  const { whole: traces } = readRunTraces(path.join(folder, 'trace'), { whole: true, condense: condensed });
  const about = describeHang({ traces, load, ms: performance.now() - began, startedAt, timeoutGiven: true });
  return about.kind !== 'slow' && traces.some(({ exit }) => !exit);
}

/**
 * Calls `onLingering` once if the run in `folder` lingers. `marker` identifies its processes. Returns a function that
 * ends the watch.
 */
function watchLingering(folder, { marker, startedAt, quietLooks = QUIET_LOOKS }, onLingering) {
  const began = performance.now();
  let sizes;
  let quiet = 0;
  let wanted = quietLooks;
  let timer;
  const look = async () => {
    const now = sizesOf(folder);
    quiet = now === sizes ? quiet + 1 : 0;
    sizes = now;
    if (quiet >= wanted && haveTestsEnded(...readOutputs(folder))) {
      if (await isIdle(folder, { marker, began, startedAt })) return onLingering();
      wanted = 2 * quiet; // it costs time
    }
    if (timer !== undefined) timer = setTimeout(look, LOOK_MS);
    return undefined;
  };
  timer = setTimeout(look, LOOK_MS);
  return () => {
    clearTimeout(timer);
    timer = undefined;
  };
}

module.exports = { watchLingering };
