'use strict';
// The process that guard.js starts. Standard input: a line "+MARKER" when a run begins, "+MARKER PID" when its command
// is there, "-MARKER" when it has ended.
const { createInterface } = require('node:readline');

const { killDescendants, killMarked } = require('./kill-tree.js');

// A process that was being made when the tool ended gets its environment a moment later.
const LOOKS = 10;
const PAUSE_MS = 100;

const running = new Map(); // marker -> the pid of the command, once it is known

function endAll(looks) {
  for (const [marker, pid] of running) {
    killMarked(marker);
    killDescendants(pid);
  }
  if (looks > 1) setTimeout(endAll, PAUSE_MS, looks - 1);
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [marker, pid] = line.slice(1).split(' ');
    if (line[0] === '+') running.set(marker, pid);
    else running.delete(marker);
  })
  .on('close', () => running.size > 0 && endAll(LOOKS));
