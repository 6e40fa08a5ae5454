'use strict';
// Calls fs.stat 100,000 times, four at a time. Prints the CPU time in milliseconds.
const fs = require('node:fs');

const TOTAL = 100_000;
const before = process.cpuUsage();
let begun = 0;
let done = 0;
const next = () => {
  if (begun++ >= TOTAL) return;
  fs.stat(__filename, () => {
    if (++done < TOTAL) return next();
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);
  });
};
for (let lane = 0; lane < 4; lane++) next();
