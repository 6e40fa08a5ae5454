'use strict';
// Messages of prove.
const { commandLine, metLine, percent } = require('./words.js');

const PARTS = { old: 'the old schedule', neighbours: 'its neighbours', fresh: 'fresh seeds' };

function verdict(holds, interval) {
  if (!holds) return 'FAILS: the fix does not hold';
  return `HOLDS: with 95 % confidence fewer than ${percent(interval[1])} of such runs fail`;
}

function partLines(parts) {
  return Object.entries(parts).map(([part, { failed, of }]) => `${PARTS[part].padEnd(17)} failed ${failed} of ${of}`);
}

function proved({ parts, match, total, holds, interval }) {
  const lines = partLines(parts);
  lines.push(metLine(match, total, 'old delay'));
  if (match.matched < total) lines.push('  the program has changed, so the old schedule proves less than the fresh seeds');
  return [...lines, verdict(holds, interval)].join('\n');
}

module.exports = {
  proved,
  proveInterrupted: (parts) => [...partLines(parts), 'interrupted: this proves nothing yet'].join('\n'),
  proveStarts: (schedule, command) => `${commandLine(command)}\nchecking the fix${schedule.failure
    ? ` of: ${schedule.failure.title}` : ''}`,
  proveFailed: (part, { seed, title, folder }) => `${PARTS[part]}: ${title}${seed === undefined ? '' : ` (seed ${seed})`}\n  ${folder}`,
};
