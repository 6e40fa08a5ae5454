'use strict';
// nacd-native/gates: pins one schedule for a test (docs/gates.md). Loaded with -r or --import it is a preload as well:
// nothing is delayed then but what gates hold.

// Named on a command line or in NODE_OPTIONS: then the user means it to be loaded before the program.
const isPreloading = () => module.parent?.id === 'internal/preload';

function isPreload() {
  if (isPreloading()) return true;
  const words = [...process.execArgv, ...process.argv.slice(2), ...(process.env.NODE_OPTIONS ?? '').split(/[\s=]/)];
  return words.some((word) => /^"?(?:--(?:require|import)=)?(?:nacd-native\/gates|.*\/lib\/gates\.js)"?$/.test(word));
}

function install() {
  process.env.NACD_GATES ??= 'on';
  require('./preload/start.js');
}

if (isPreload() && process.env.NACD_GATES !== 'off') install();

const { runGated } = require('./gates/command.js');
const { order, hold, barrier, gate, ran, GateError } = require('./gates/index.js');
const { bind, bindToRunner, mochaHooks } = require('./gates/runners.js');

bindToRunner();

exports.order = order;
exports.hold = hold;
exports.barrier = barrier;
exports.gate = gate;
exports.ran = ran;
exports.bind = bind;
exports.runGated = runGated;
exports.GateError = GateError;

// Not for whoever imports us: only mocha asks for it.
Reflect.defineProperty(exports, 'mochaHooks', { get: mochaHooks });

// As a preload we come before the program and its runner: the test file loads us again.
if (isPreloading()) delete require.cache[__filename];
