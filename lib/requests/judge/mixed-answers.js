'use strict';
// Tells whether a request got what belongs to the other one: a variable of the module that both set, for example.
const { isNewWord } = require('../../analysis/new-word.js');
const { SIDES } = require('../../trace/protocol.js');
const { onlyReads } = require('./meant.js');

const LEAST = 2; // characters of a text that is somebody's

// Texts of a body by their paths. Numbers may be counters.
function* textsOf(value, path = '') {
  if (typeof value === 'string') {
    if (value.length >= LEAST && !isNewWord(value)) yield [path, value];
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) yield* textsOf(item, path ? `${path}.${name}` : name);
  }
}

// Texts that each of these answers has, whatever the order is.
function constant(bodies) {
  const [first, ...others] = bodies.map((body) => new Map(textsOf(body)));
  return new Map([...first].filter(([path, text]) => others.every((one) => one.get(path) === text)));
}

/**
 * Returns {kind, who, path, given, own}, or undefined: a text of the forced answer is the one that the other request
 * gets in each serial order, where this one gets another. Both only read: one may be told what another one sets. `all`
 * are the serial runs, `view` makes an outcome comparable.
 */
function mixedAnswers(forced, all, view) {
  if (!SIDES.every((who) => onlyReads(forced, who))) return undefined;
  const runs = all.map((run) => view(run).responses);
  const { responses } = view(forced);
  for (const [i, who] of SIDES.entries()) {
    const own = constant(runs.map((run) => run[who].body));
    const others = constant(runs.map((run) => run[SIDES[1 - i]].body));
    for (const [path, given] of textsOf(responses[who].body)) {
      const isOthers = others.get(path) === given && own.has(path) && own.get(path) !== given;
      if (isOthers) return { kind: 'mixed answers', who, path, given, own: own.get(path) };
    }
  }
  return undefined;
}

module.exports = { mixedAnswers };
