'use strict';
// Names the processes and threads of a command in the same way in each run: "0" is the first process, "0.2" the second
// one that it starts, and "0.2t1" the first worker of that.
const { threadId } = require('node:worker_threads');

const VARIABLE = 'NACD_PLACE';

let children = 0;

const ofProcess = () => process.env[VARIABLE] || '0';

/** Returns the name of this process and thread. */
const placeHere = () => `${ofProcess()}${threadId === 0 ? '' : `t${threadId}`}`;

/** Returns the variable that tells the next child of this process its name. */
const placeOfChild = () => ({ [VARIABLE]: `${ofProcess()}.${++children}` });

module.exports = { placeHere, placeOfChild };
