'use strict';
// node delayed-stat.js TOTAL LANES calls fs.stat TOTAL times, LANES of them at a time.
const fs = require('node:fs');

let left = Number(process.argv[2]);
const next = () => {
  if (left-- > 0) fs.stat(__filename, next);
};
for (let lane = 0; lane < Number(process.argv[3]); lane++) next();
