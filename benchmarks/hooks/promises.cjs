'use strict';
// Calls fs.promises.stat 20,000 times, one after the other. Prints the CPU time of the calls alone, in microseconds.
const { stat } = require('node:fs/promises');

(async () => {
  const before = process.cpuUsage();
  for (let i = 0; i < 20_000; i++) await stat(__filename);
  console.log(JSON.stringify(process.cpuUsage(before)));
})();
