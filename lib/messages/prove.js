'use strict';
// Messages of prove.
const { wilson } = require('../analysis/statistics.js');
const { commandLine, metLine, openLines, percent, plural, shellWord } = require('./words.js');

const ONLY_FRESH = 'only fresh seeds fail, for the same reason or for another one, such as a time limit of the test';
const PARTS = { old: 'the old schedule', neighbours: 'its neighbours', fresh: 'fresh seeds' };

const NO_EVIDENCE = 'NOT PROVED: nothing fails now, but this schedule was not shown to fail before the fix:';

// Returns {outcome, text}. A schedule that nobody saw fail again says nothing by not failing, and a run that delayed
// nothing says nothing either.
function verdictOf({ parts, located: { shown: file, schedule } }) {
  const is = (outcome, text) => ({ outcome, text });
  const cut = Object.values(parts).reduce((sum, { inconclusive }) => sum + inconclusive, 0);
  const failing = Object.keys(parts).filter((part) => parts[part].failed > 0);
  if (failing.join() === 'fresh') return is('fails', `FAILS: ${ONLY_FRESH}`);
  if (failing.length > 0) return is('fails', 'FAILS: the fix does not hold');
  if (cut > 0) return is('cut', `NOT PROVED: ${plural(cut, 'run')} without a verdict; use a larger --timeout for those that were still busy`);
  if (!(schedule.failure?.shown?.failed > 0)) {
    return is('not-shown', `${NO_EVIDENCE}\n  run "npx nacd replay ${shellWord(file)} -n 5" on the unfixed code, then prove again`);
  }
  const { held, of } = parts.fresh;
  if (held === 0) return is('not-tried', `NOT PROVED: none of ${plural(of, 'fresh run')} delayed anything`);
  const rest = held < of ? ` (${of - held} of ${of} fresh runs delayed nothing and do not count)` : '';
  return is('holds', `HOLDS: with 95 % confidence fewer than ${percent(wilson(0, held)[1])} of such runs fail${rest}`);
}

function partLines(parts) {
  return Object.entries(parts).map(([part, { failed, of }]) => `${PARTS[part].padEnd(17)} failed ${failed} of ${of}`);
}

const STATES = {
  came: (event, held) => `the order came about, and nothing fails: ${event} before ${held}`,
  gone: (event, held) => `the program no longer has this order: ${event} before ${held}`,
  refused: (event, held) => `the program no longer allows this order: ${event} did not come while ${held} was held`,
};

// A fix may take away an operation, or let it wait for the other one: then the order that failed cannot come about.
const orderLines = (orders) => orders.map(({ state, event, held }) => STATES[state](event, held));

// Returns what became of the old schedule: of its orders, and of delays that have none.
function scheduleLines({ match, orders, total }) {
  if (total === orders.length) return orderLines(orders);
  const changed = match.matched < total
    ? ['  the program has changed, so the old schedule proves less than the fresh seeds'] : [];
  return [metLine(match, total, 'old delay'), ...changed, ...orderLines(orders)];
}

/**
 * Returns {outcome, text} of prove: holds, fails, cut (runs that did not end), not-shown (to fail before the fix) or
 * not-tried.
 */
function proved({ parts, match, orders = [], total, located }) {
  const lines = partLines(parts);
  const { shown } = located.schedule.failure ?? {};
  if (shown) lines.unshift(`${'before the fix'.padEnd(17)} failed ${shown.failed} of ${shown.of}`);
  const isFixed = parts.old.failed === 0;
  lines.push(...scheduleLines({ match, orders: isFixed ? orders : [], total: isFixed ? total : Math.max(total, 1) }));
  const { outcome, text } = verdictOf({ parts, located });
  return { outcome, text: [...lines, text].join('\n') };
}

function proveDoesNotEnd(lingers) {
  const { exitOption } = lingers;
  return [
    'NOT PROVED: without delays the command does not end by itself, so no run has an exit status',
    ...openLines(lingers),
    `close what is open${exitOption ? `, or use ${exitOption}` : ''}`,
  ].join('\n');
}

/** Returns the line of --strict about request proofs that tried or judged less than all; undefined: they did all. */
function strictRequests({ notJudged, left }) {
  const parts = [
    notJudged > 0 && `${plural(notJudged, 'pair')} not judged`, left > 0 && `${plural(left, 'candidate')} not tried`,
  ].filter(Boolean);
  return parts.length > 0 ? `--strict: ${parts.join(', ')}` : undefined;
}

module.exports = {
  strictRequests,
  proved, proveDoesNotEnd,
  proveInterrupted: (parts) => [...partLines(parts), parts.old?.alike > 0
    ? 'interrupted: the failure is still there' : 'interrupted: this proves nothing yet'].join('\n'),
  proveStarts: (schedule, command) => `${commandLine(command)}\nchecking the fix${schedule.failure
    ? ` of: ${schedule.failure.title}` : ''}`,
  proveFailed: (part, { seed, title, folder }) => `${PARTS[part]}: ${title}${seed === undefined ? '' : ` (seed ${seed})`}\n  ${folder}`,
};
