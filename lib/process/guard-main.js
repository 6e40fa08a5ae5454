'use strict';
// The process that guard.js starts. Standard input: a line "+MARKER" when a run begins, "-MARKER" when it has ended.
const { createInterface } = require('node:readline');

const { killMarked } = require('./kill-tree.js');

// A process that was being made when the tool ended gets its environment a moment later.
const LOOKS = 10;
const PAUSE_MS = 100;

const running = new Set();

function endAll(looks) {
  for (const marker of running) killMarked(marker);
  if (looks > 1) setTimeout(endAll, PAUSE_MS, looks - 1);
}

createInterface({ input: process.stdin })
  .on('line', (line) => (line[0] === '+' ? running.add(line.slice(1)) : running.delete(line.slice(1))))
  .on('close', () => running.size > 0 && endAll(LOOKS));
