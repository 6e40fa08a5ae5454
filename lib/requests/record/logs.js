'use strict';
// Error lines in the output of a run: the third oracle of seed 004, beside answers and state. A new one of a forced run
// is told with what was found. It is no race by itself: a program may log that it tries again.
const fs = require('node:fs');
const path = require('node:path');

const { portInUseIn } = require('../served/listening.js');

const MOST_BYTES = 1024 * 1024; // of each output, its end
const MOST_LINES = 100;
const MOST_CHARACTERS = 200;

// Also of loggers that write JSON: 50 and 60 are the levels of errors of pino and bunyan.
const ERROR = /(?:error|exception|fatal|panic)\b|\b(?:unhandled|uncaught)|"level":(?:50|60)\b/i;

// Failures of the suite's own assertions, and the lines of TAP beside them: a suite may fail in a forced run, whose
// state it does not expect.
const OF_THE_SUITE = /AssertionError|ERR_ASSERTION|^\s*(?:error|name|code|failureType): (?:['"|>]|$)/;

// Times, numbers of processes and ids differ in each run.
const plain = (line) => line.replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b|\d+/gi, '#').trim().slice(0, MOST_CHARACTERS);

function endOf(file) {
  let descriptor;
  try {
    descriptor = fs.openSync(file, 'r');
    const { size } = fs.fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, MOST_BYTES));
    fs.readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8');
  } catch {
    return ''; // there is no output
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

const CARETS = /^(?:\[[^\]]*\])?\s*\^+\s*$/; // "[api]" of concurrently before it
const FRAME = /^(?:\[[^\]]*\])?\s+at \S/; // a function of a stack may be called so
const OPENS = /^(?:\[[^\]]*\])?\s+at .* \{$/;
const CLOSES = /^(?:\[[^\]]*\])?\s*\}$/;

// Without what Node prints around the line of an error: code with carets below it, and the error's properties.
function withoutDetails(lines) {
  let isInside = false;
  return lines.filter((line, i) => {
    if (isInside) isInside = !CLOSES.test(line);
    else isInside = OPENS.test(line);
    return !isInside && !CARETS.test(lines[i + 1] ?? '');
  });
}

/** Returns the error lines of a run with its output in `folder`, each once, without what differs in each run. */
function errorLines(folder) {
  const lines = ['stdout', 'stderr'].flatMap((name) => withoutDetails(endOf(path.join(folder, name)).split('\n')));
  const isError = (line) => ERROR.test(line) && !OF_THE_SUITE.test(line) && !FRAME.test(line);
  return [...new Set(lines.filter(isError).map(plain))].slice(0, MOST_LINES);
}

/**
 * Returns the port, in use already, on which a program of the run in `folder` could not listen; or undefined. It may
 * tell that in its output, or not, or be no server of HTTP.
 */
function portInUse(folder) {
  const text = ['stderr', 'stdout'].map((name) => endOf(path.join(folder, name))).join('\n');
  return /\bEADDRINUSE\b.*?:(\d+)$/m.exec(text)?.[1] ?? portInUseIn(path.join(folder, 'trace'))?.toString();
}

/** Returns the error lines of `forced` that no serial run has. `serial` is {AB, BA}. */
function newErrors(forced, serial) {
  const known = new Set([...serial.AB, ...serial.BA].flatMap(({ logs = [] }) => logs));
  return (forced.logs ?? []).filter((line) => !known.has(line));
}

module.exports = { errorLines, newErrors, portInUse };
