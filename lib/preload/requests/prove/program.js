'use strict';
// Recognises the program of this process by its main file, as the recording has it.
const path = require('node:path');
const { argvOf } = require('../../../trace/thread-main.js');

/** Returns the main file of this thread, relative to its working directory, or undefined. */
function ownMain() {
  const own = argvOf()[1];
  return own === undefined ? undefined : path.relative(process.cwd(), own) || '.';
}

let programs = new Map(); // main file -> that of the first program of its group

/** Takes lists of main files: consumers of one queue are as one program, since any of them may get a message. */
function joinPrograms(groups) {
  programs = new Map();
  for (const group of groups) {
    const first = programOf(group.find((main) => programs.has(main)) ?? group[0]);
    for (const main of group) programs.set(main, first);
  }
}

/** Returns the main file by which a program is known: that of the first one of its group. */
function programOf(main) {
  const first = programs.get(main);
  return first === undefined || first === main ? main : programOf(first);
}

/** Returns true if `main` is the main file of this process, or not known; or if both are of one group. */
const isThisProgram = ({ main }) => main === undefined || programOf(ownMain()) === programOf(main);

module.exports = { isThisProgram, joinPrograms, ownMain, programOf };
