'use strict';
// Writes to the standard error of a program under test, at once: the program may end right after that.
const { writeSync } = require('node:fs');

const { forTerminal } = require('./media.js');

/** Writes `text` and a line feed, made safe for a terminal: paths and titles in it are foreign. */
const printError = (text) => void writeSync(2, `${forTerminal(text)}\n`);

module.exports = { printError };
