'use strict';
// Writes to the standard error of a program under test, at once: the program may end right after that.
const { writeSync } = require('node:fs');

/** Writes `text` and a line feed, made safe for a terminal: paths and titles in it are foreign. */
function printError(text) {
  const { forTerminal } = require('./media.js'); // few programs have something to report, and each pays for what is loaded
  writeSync(2, `${forTerminal(text)}\n`);
}

module.exports = { printError };
