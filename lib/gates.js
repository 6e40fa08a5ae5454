'use strict';
// nacd-native/gates: pins one schedule for a test (docs/gates.md). Loaded with -r or --import it is a preload as well:
// nothing is delayed then but what gates hold.

// Named on a command line or in NODE_OPTIONS: then the user means it to be loaded before the program.
function isPreload() {
  if (module.parent?.id === 'internal/preload') return true;
  const words = [...process.execArgv, ...process.argv.slice(2), ...(process.env.NODE_OPTIONS ?? '').split(/[\s=]/)];
  return words.some((word) => /^"?(?:--(?:require|import)=)?(?:nacd-native\/gates|.*\/lib\/gates\.js)"?$/.test(word));
}

if (isPreload() && process.env.NACD_GATES !== 'off') {
  process.env.NACD_GATES ??= 'on';
  require('./preload.js');
}

const { order, hold, barrier, gate, ran, GateError } = require('./gates/index.js');
const { bind, bindToRunner } = require('./gates/runners.js');

if (!isPreload() || module.parent?.id !== 'internal/preload') bindToRunner();

exports.order = order;
exports.hold = hold;
exports.barrier = barrier;
exports.gate = gate;
exports.ran = ran;
exports.bind = bind;
exports.GateError = GateError;
