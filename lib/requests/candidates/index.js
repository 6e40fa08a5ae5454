'use strict';
// Finds all candidates of recorded requests: pairs that conflict in a store, which the native analysis finds in traces,
// and those that take what only the recording has, such as bodies of requests and their answers.
const { SIDES } = require('../../trace/protocol.js');
const { withoutSending } = require('../recording/queues.js');
const { rankedByAnswers } = require('./answered-otherwise.js');
const { atEdges } = require('./edges.js');
const { find } = require('./find.js');
const { insideFunctions } = require('./inside.js');
const { keptInMemory } = require('./kept.js');
const { withoutLaterWork } = require('./later-work.js');
const { inMemory } = require('./memory.js');
const { mixedInMemory } = require('./mixed.js');
const { overlapping } = require('./overlap.js');
const { overtaking } = require('./overtaking.js');
const { afterRefusals } = require('./refused.js');
const { underWay } = require('./under-way.js');

// In the order of the results. Each returns the candidates of one kind in `recordings`; `handlers` narrows them.
const OTHER_FINDERS = [
  overtaking, underWay, insideFunctions, overlapping, inMemory, keptInMemory, mixedInMemory,
];

// A trace may have been copied without its recording, or may lack a line.
const isRecorded = (candidate, recordings) => SIDES.every((who) => (
  recordings[candidate[who].trace]?.requests.has(candidate[who].request)));

/**
 * Resolves to what find() finds in `traces`, with the candidates of all kinds. `recordings` are those from which the
 * traces were made. `isAlone`: the traces may have come without them; candidates without a recording are kept then, but
 * cannot be proved. `handlers` narrows the candidates; an abort of `signal` ends the search.
 */
async function candidatesIn({ traces, recordings, isAlone = false }, { handlers, signal } = {}) {
  const found = await find(traces, { handlers, signal });
  const known = found.candidates.filter((one) => isRecorded(one, recordings));
  const unrecorded = isAlone ? found.candidates.filter((one) => !known.includes(one)) : [];
  const ofStores = atEdges(withoutSending(withoutLaterWork(known, recordings), recordings), recordings);
  const refused = afterRefusals(recordings, ofStores, handlers);
  const others = OTHER_FINDERS.flatMap((findIn) => findIn(recordings, handlers));
  const ranked = rankedByAnswers([...ofStores, ...refused, ...others], recordings);
  return { ...found, candidates: [...ranked, ...unrecorded] };
}

module.exports = { candidatesIn };
