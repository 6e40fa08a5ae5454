'use strict';
// 20,000 times fs.promises.stat, one after the other. Prints the CPU time of that alone, in microseconds.
const { stat } = require('node:fs/promises');

(async () => {
  const before = process.cpuUsage();
  for (let i = 0; i < 20_000; i++) await stat(__filename);
  console.log(JSON.stringify(process.cpuUsage(before)));
})();
