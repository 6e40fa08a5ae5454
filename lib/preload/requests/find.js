'use strict';
// Prints the candidates in the traces that are its arguments, as JSON (docs/requests-format.md, Candidates).
const { writeSync } = require('node:fs');

const { findRequestRaces } = require('../binding.js');

const text = findRequestRaces(process.argv.slice(2), {});
for (let bytes = Buffer.from(text); bytes.length > 0;) bytes = bytes.subarray(writeSync(1, bytes));
