'use strict';
// Finds the native part of gates, which exists if nacd-native is loaded in this process.
const { UserError } = require('../errors/index.js');

const NOT_LOADED = 'nacd: gates need nacd-native, which must be loaded before the program: run node with '
  + '-r nacd-native/gates, or set NODE_OPTIONS="-r nacd-native/gates" (NACD_GATES=off makes gates do nothing)';

// Stands in with NACD_GATES=off: it accepts every call and holds nothing.
const NONE = {
  none: true, add: () => 0, remove() {}, open() {}, close() {}, listen() {}, unlisten() {},
  state: () => ({ gates: {}, waiting: [], seen: [] }),
};

let native;
let findHidden = () => undefined;

/** Sets the function that finds the native part if a test runner hides the symbol on `process`. */
function findNativeBy(find) {
  findHidden = find;
}

function installed() {
  const known = process[Symbol.for('nacd-native.gates')];
  if (known) return known;
  try {
    return findHidden();
  } catch {
    return undefined; // no binary for this machine, so nothing is installed
  }
}

/** Returns the object of src/hooks/gates_binding.h. Throws a UserError of one line if nacd-native is not loaded. */
function control() {
  if (native) return native;
  if (process.env.NACD_GATES === 'off') return NONE;
  const make = installed();
  if (!make) throw new UserError(NOT_LOADED);
  native = make();
  return native;
}

module.exports = { control, findNativeBy };
