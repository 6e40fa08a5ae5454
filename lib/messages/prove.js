'use strict';
// Messages of prove.
const { commandLine, metLine, openLines, percent, plural } = require('./words.js');

const ONLY_FRESH = 'only fresh seeds fail, by this race or by another one, such as a limit of time of the test';
const PARTS = { old: 'the old schedule', neighbours: 'its neighbours', fresh: 'fresh seeds' };

function verdict({ parts, holds, interval }) {
  const cut = Object.values(parts).reduce((sum, { inconclusive }) => sum + inconclusive, 0);
  const failing = Object.keys(parts).filter((part) => parts[part].failed > 0);
  if (failing.join() === 'fresh') return `FAILS: ${ONLY_FRESH}`;
  if (failing.length > 0) return 'FAILS: the fix does not hold';
  if (!holds) return `NOT PROVED: ${plural(cut, 'run')} still busy at the timeout; use a larger --timeout`;
  return `HOLDS: with 95 % confidence fewer than ${percent(interval[1])} of such runs fail`;
}

function partLines(parts) {
  return Object.entries(parts).map(([part, { failed, of }]) => `${PARTS[part].padEnd(17)} failed ${failed} of ${of}`);
}

function proved({ parts, match, total, holds, interval }) {
  const lines = partLines(parts);
  lines.push(metLine(match, total, 'old delay'));
  if (match.matched < total) lines.push('  the program has changed, so the old schedule proves less than the fresh seeds');
  return [...lines, verdict({ parts, holds, interval })].join('\n');
}

function proveDoesNotEnd(lingers) {
  const { exitOption } = lingers;
  return [
    'NOT PROVED: without delays the command does not end by itself, so no run has an exit status',
    ...openLines(lingers),
    `close what is open${exitOption ? `, or use ${exitOption}` : ''}`,
  ].join('\n');
}

module.exports = {
  proved, proveDoesNotEnd,
  proveInterrupted: (parts) => [...partLines(parts), 'interrupted: this proves nothing yet'].join('\n'),
  proveStarts: (schedule, command) => `${commandLine(command)}\nchecking the fix${schedule.failure
    ? ` of: ${schedule.failure.title}` : ''}`,
  proveFailed: (part, { seed, title, folder }) => `${PARTS[part]}: ${title}${seed === undefined ? '' : ` (seed ${seed})`}\n  ${folder}`,
};
