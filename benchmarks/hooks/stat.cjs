'use strict';
// Calls fs.stat 50,000 times, one after the other. Prints the CPU time of the calls alone, in microseconds.
const fs = require('node:fs');

let left = Number(process.argv[2] ?? 50_000);
const before = process.cpuUsage();
(function next() {
  if (left-- > 0) return fs.stat(__filename, next);
  console.log(JSON.stringify(process.cpuUsage(before)));
})();
