'use strict';
// Messages after Ctrl-C: what is known so far.
const { plural } = require('./words.js');

module.exports = {
  workerInterrupted: (made) => `interrupted after ${plural(made, 'run')}; another machine makes those that had not ended`,
  reportInterrupted: () => 'interrupted: no report is written',
  mergeInterrupted: (joined, of) => `interrupted after ${joined} of ${plural(of, 'part')}: nothing is joined`,
  verifyInterrupted: () => 'interrupted before both runs ended: nothing was compared',
  recordInterrupted: () => 'interrupted: the recording is not whole, so nothing was looked for',
  findInterrupted: () => 'interrupted while candidates were looked for: none is written',
  raceInterrupted: ({ ran, agree, of }) => `interrupted: the bad order was forced ${ran} of ${of} times, and ${agree} of ${ran} `
    + 'showed the race; this decides nothing yet',
  doctorInterrupted: (done) => `interrupted after ${done === 1 ? '1 check' : `${done} checks`}: the others are not known`,
};
