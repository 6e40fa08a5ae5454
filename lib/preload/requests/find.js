'use strict';
// Prints the candidates in the traces that are its arguments, as JSON (docs/reference/requests-format.md, Candidates).
const { writeSync } = require('node:fs');

const { findRequestRaces } = require('../binding.js');
const { printError } = require('../../shown/standard-error.js');

function find(traces) {
  try {
    return findRequestRaces(traces, {});
  } catch (error) {
    printError(error.message);
    return process.exit(2);
  }
}

const text = find(process.argv.slice(2));
for (let bytes = Buffer.from(text); bytes.length > 0;) bytes = bytes.subarray(writeSync(1, bytes));
