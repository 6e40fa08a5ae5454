'use strict';
// nacd-native/gates: a test pins one schedule (docs/guide/gates.md). With -r or --import this file is a preload as
// well, which delays only the operations that gates hold.

// True while -r loads this file before the program.
const isPreloading = () => module.parent?.id === 'internal/preload';

const OURS = /^"?(?:--(?:require|import)=)?(?:nacd-native\/gates|.*[\\/]lib[\\/]+gates\.js)"?$/;

// Also true if --import or a runner's own -r names this file.
function isPreload() {
  if (isPreloading()) return true;
  const words = [...process.execArgv, ...process.argv.slice(2), ...(process.env.NODE_OPTIONS ?? '').split(/[\s=]/)];
  return words.some((word) => OURS.test(word));
}

function install() {
  process.env.NACD_GATES ??= 'on';
  require('./preload/start.js');
}

if (isPreload() && process.env.NACD_GATES !== 'off') install();

const { bind, bindToRunner, mochaHooks } = require('./gates/bind.js');
const { order, hold, barrier, gate, ran } = require('./gates/declare.js');
const { findNativeBy } = require('./gates/native.js');
const { runGated } = require('./gates/run-gated.js');
const { GateError } = require('./gates/sets.js');

findNativeBy(() => require('./preload/binding.js').kept());
bindToRunner();

exports.order = order;
exports.hold = hold;
exports.barrier = barrier;
exports.gate = gate;
exports.ran = ran;
exports.bind = bind;
exports.runGated = runGated;
exports.GateError = GateError;

// mocha asks a module that its -r loads for this property. It is not enumerable, because no test needs it.
Reflect.defineProperty(exports, 'mochaHooks', { get: mochaHooks });

// A preload runs before the test runner is loaded, so the test file must load this file again to find the runner.
if (isPreloading()) delete require.cache[__filename];
