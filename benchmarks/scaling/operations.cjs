// Makes a given number of asynchronous operations, 16 at a time, because their number alone must not fill the memory.
'use strict';
const fs = require('node:fs');

let left = Number(process.argv[2]);
const next = () => left-- > 0 && fs.stat(__filename, next);
for (let lane = 0; lane < 16; lane++) next();
