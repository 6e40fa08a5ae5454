'use strict';
// Finds the errors that a run wrote, although it passed: an uncaught one ends a process with status 0 if the program
// exits at that moment.
const { stripVTControlCharacters } = require('node:util');

const ERROR = /(?:^|\s)((?:[\w$]+\.)*[\w$]*(?:Error|Exception)\b(?: \[\w+\])?(?::.*)?)$/;
const FRAME = /^\s+at .+/;
const LONGEST = 300;

// Numbers, addresses and ids differ from run to run.
const normalised = (line) => line.replace(/\b0x[0-9a-f]+\b|\b[0-9a-f]{8,}\b|\d+/gi, '0').slice(0, LONGEST);

/** Returns the first lines of errors with a stack in `outputs`, a list of texts: a map by their normalised forms. */
function errorsIn(outputs) {
  const found = new Map();
  for (const text of outputs) {
    const lines = stripVTControlCharacters(text).split('\n');
    for (const [at, line] of lines.entries()) {
      const error = FRAME.test(lines[at + 1] ?? '') ? ERROR.exec(line.trimEnd())?.[1] : undefined;
      if (error) found.set(normalised(error), error.slice(0, LONGEST));
    }
  }
  return found;
}

module.exports = { errorsIn };
