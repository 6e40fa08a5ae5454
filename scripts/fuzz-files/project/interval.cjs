'use strict';
// A race: the program expects an answer before the next question, as in the motivating example of the NACD paper.
const fs = require('node:fs');

let asked = 0;
const poll = setInterval(() => {
  if (++asked === 2) throw new Error('asked again before the answer');
  fs.access(__filename, () => clearInterval(poll));
}, 60);
