'use strict';
// Finds what is wrong with a run although it passed. An uncaught error ends a process with status 0 if the program
// exits at that moment, "|| true" hides a signal, a runner that tries a test again hides its failure, and
// process.exit() drops all that is pending.
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const { isTestRunner, limitsFiles } = require('../options/test-process.js');

const ERROR = /(?:^|\s)((?:[\w$]+\.)*[\w$]*(?:Error|Exception)\b(?: \[\w+\])?(?::.*)?)$/;
const FRAME = /^\s+at .+/;
const LONGEST = 300;

// Match a line that a shell writes about a command that a signal has ended. bash puts the script, the line and the pid
// first.
const SIGNALS = ['Killed', 'Aborted', 'Segmentation fault', 'Terminated', 'Bus error', 'Illegal instruction', 'Trace/breakpoint trap'];
const SIGNALLED = new RegExp(`^(?:.*: line \\d+: +\\d+ )?((?:${SIGNALS.join('|')})(?: \\(core dumped\\))?)(?: {2,}.*)?$`);
// vitest, Playwright, the JSON of mocha and jest: a test passed only when it was tried again.
const RETRIED = /\(retry x[0-9]+\)|^ +[0-9]+ flaky$|"currentRetry": ?[1-9]|"invocations": ?(?:[2-9]|[1-9][0-9])/;

// Numbers, addresses and ids differ from run to run.
const normalised = (line) => line.replace(/\b0x[0-9a-f]+\b|\b[0-9a-f]{8,}\b|\d+/gi, '0').slice(0, LONGEST);

// Returns {error, key} of a line, with the line behind it.
function errorIn(line, next) {
  const error = FRAME.test(next) ? ERROR.exec(line)?.[1] : SIGNALLED.exec(line)?.[1];
  if (error) return { error, key: normalised(error) };
  const retry = RETRIED.exec(line)?.[0].trim();
  return retry && { error: `a test was retried: ${retry}`, key: 'retry' };
}

/**
 * Returns the errors in `outputs`, a list of texts, as a map of lines by their normalised forms: the first line of each
 * error with a stack, signals that a shell reports, and that a test was retried.
 */
function errorsIn(outputs) {
  const found = new Map();
  for (const text of outputs) {
    const lines = stripVTControlCharacters(text).split('\n');
    for (const [at, line] of lines.entries()) {
      const { error, key } = errorIn(line.trimEnd(), lines[at + 1] ?? '') ?? {};
      if (error) found.set(key, error.slice(0, LONGEST));
    }
  }
  return found;
}

// Returns [[key, line]] of a process that called process.exit(). A run without delays that leaves something pending
// explains an end with nothing pending, too.
function endsOf({ header: { argv }, exit: { pending } }, isPlain) {
  const name = path.basename(argv?.[1] ?? 'node');
  const key = `exit: ${normalised(name)}`;
  const idle = [key, `${name} ended early, by process.exit() or an error`];
  if (!(pending > 0)) return [idle];
  const what = pending === 1 ? '1 operation was' : `${pending} operations were`;
  const early = [`${key} (pending)`, `${idle[1]}: ${what} still pending`];
  return isPlain ? [idle, early] : [early];
}

/**
 * Returns the programs of a run that ended by process.exit(), as a map of lines by their normalised names. `traces` are
 * from readRunTraces(); `isPlain`: those of a run without delays.
 */
function exitsIn(traces, { isPlain = false } = {}) {
  const ended = traces.filter(({ header, exit }) => header?.thread === 0 && exit);
  return new Map(ended.flatMap((trace) => endsOf(trace, isPlain)));
}

/**
 * Returns those of `traces`, from readRunTraces(), that belong to programs which tests have started: no test runners,
 * and no processes that these start for files of tests. The process of `node --test` writes no trace.
 */
function testedPrograms(traces) {
  const scripts = new Map(traces.map(({ header }) => [header?.pid, header?.argv?.[1] ?? '']));
  return traces.filter(({ header }) => {
    const starter = scripts.get(header?.parent);
    return starter !== undefined && !limitsFiles(starter) && !isTestRunner(scripts.get(header.pid));
  });
}

/** Returns the normalised names of what exitsIn() finds in `traces`, of readRunTraces(), of a run without delays. */
const plainEndsOf = (traces) => [...exitsIn(traces.delayed, { isPlain: true }).keys()];

module.exports = { errorsIn, exitsIn, plainEndsOf, testedPrograms };
