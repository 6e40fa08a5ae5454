'use strict';
// Repeats a command without delays after a run with delays has shown something. One plain run that passed says little:
// a command that hangs in two of three runs passes in one.
const { repeatedNames } = require('./baseline.js');
const { plainOptions } = require('./context.js');
const { execute } = require('./execute.js');
const { plainEndsOf } = require('./written-errors.js');

const AGAIN = { name: 'plain', from: 1, to: 3, longest: 60 };

/**
 * Yields up to three runs without delays, each a result of execute() with its `folder` and `ends`, which plainEndsOf()
 * gives. There are fewer if they take longer than a minute together, but at least one. `spec` describes the runs with
 * delays, so that both are judged alike. Ends if the user interrupts.
 */
async function* repeatedPlainly(context, store, spec) {
  for (const name of repeatedNames(context, AGAIN)) {
    const folder = store.makeRun(name);
    const options = plainOptions(context);
    const more = { options, signal: context.signal, beginnings: undefined, beginningsOfFailure: undefined };
    const { result, traces } = await execute({ ...spec, ...more }, folder);
    if (result.verdict === 'interrupted') return store.dropRun(folder);
    const run = { number: 0, kind: 'baseline', folder: `runs/${name}`, ...result };
    if (store.boundRun(folder)) run.cut = true;
    store.writeRun(folder, run);
    yield { ...run, ends: plainEndsOf(traces) };
  }
  return undefined;
}

module.exports = { repeatedPlainly };
