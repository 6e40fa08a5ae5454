'use strict';
// Whether this process runs tests: then the runner's limits are for the program, not for the delays.

// Kept like kRunners in src/hooks/stack.cc, and the names of their programs.
const RUNNERS = ['mocha', '_mocha', 'jest', '@jest', 'vitest', '@vitest', 'tinypool', 'ava', 'tap', '@tapjs', 'tape', 'jasmine', 'uvu'];

// No regular expression: RegExp.$1 is the program's.
function isTestRunner(script = process.argv[1]) {
  if (typeof script !== 'string') return false;
  const parts = script.split('/');
  const at = parts.lastIndexOf('node_modules');
  if (at < 0) return false;
  const name = parts[at + 1] === '.bin' ? parts[at + 2] : parts[at + 1];
  return RUNNERS.includes(name) || Boolean(name?.startsWith('jest-'));
}

// Mocha measures by Date, too, how long a test took, and takes Date when this file is loaded.
const TAKES_DATE = '/node_modules/mocha/lib/runnable.js';

// A Date that leaves out the time in which we held something.
function dateWithout(heldTime) {
  const RealDate = Date;
  const now = () => RealDate.now() - Math.round(heldTime());
  return class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [now()] : args));
    }

    static now() {
      return now();
    }
  };
}

/** What to do before and after a file is loaded. heldTime(): milliseconds. */
function watchLimits(heldTime) {
  const date = globalThis.Date;
  return {
    before(filename) {
      if (filename?.endsWith?.(TAKES_DATE)) globalThis.Date = dateWithout(heldTime);
    },
    after(filename) {
      if (filename?.endsWith?.(TAKES_DATE)) globalThis.Date = date;
    },
  };
}

module.exports = { isTestRunner, watchLimits };
