'use strict';
// Recognises the program of this process by its main file, as the recording has it.
const path = require('node:path');

/** Returns the main file of this process, relative to its working directory, or undefined. */
function ownMain() {
  const own = process.argv[1];
  return own === undefined ? undefined : path.relative(process.cwd(), own) || '.';
}

/** Returns true if `main` is the main file of this process, or not known. */
const isThisProgram = ({ main }) => main === undefined || ownMain() === main;

module.exports = { isThisProgram, ownMain };
