'use strict';
// The native side of gates, if nacd-native is loaded in this process.
const { UserError } = require('../errors/index.js');

const NOT_LOADED = 'nacd: gates need nacd-native to be loaded before the program: run node with -r nacd-native/gates '
  + '(NODE_OPTIONS="-r nacd-native/gates"), or set NACD_GATES=off to have gates do nothing';

// Does as asked and nothing else: for NACD_GATES=off.
const NONE = {
  none: true, add: () => 0, remove() {}, open() {}, close() {}, listen() {}, unlisten() {},
  state: () => ({ gates: {}, waiting: [], seen: [] }),
};

let found;

function kept() {
  const known = process[Symbol.for('nacd-native.gates')];
  if (known) return known;
  try {
    return require('../preload/binding.js').kept();
  } catch {
    return undefined; // no binary for this machine: nothing is loaded then
  }
}

/** add, remove, open, close, listen, state (src/hooks/gates.h). Throws one clear line where there is nothing to ask. */
function native() {
  if (found) return found;
  if (process.env.NACD_GATES === 'off') return NONE;
  const loaded = kept();
  if (!loaded) throw new UserError(NOT_LOADED);
  found = loaded();
  return found;
}

module.exports = { native };
