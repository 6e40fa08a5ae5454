'use strict';
// What replay tells.
const { commandLine, plural, seconds } = require('./words.js');

const SHOWN = 10;

function happening(entry) {
  return entry ? `${entry.api ?? entry.name} ${entry.phase}${entry.site ? ` (${entry.site})` : ''}` : 'nothing more';
}

function matchLines(schedule, { matched, missed }) {
  const total = schedule.delays.length;
  const lines = [`${matched} of ${plural(total, 'delay')} met their operation`];
  if (missed.length === 0) return lines;
  lines.push(matched === 0 ? 'none is met: the program has changed too far, or this is another one; not met:'
    : 'the others were not met: the program has changed, or took another way');
  lines.push(...missed.slice(0, SHOWN).map(({ name, phase }) => `  ${phase}  ${name}`));
  if (missed.length > SHOWN) lines.push(`  and ${missed.length - SHOWN} more`);
  return lines;
}

function outcome(run, failure) {
  const { verdict, titles } = run;
  if (verdict === 'passed') return `passed in ${seconds(run.ms)}: the failure did not come again`;
  if (verdict === 'inconclusive') return 'took too long to tell';
  if (!failure || titles.includes(failure.title)) return `failed again: ${titles[0] ?? verdict}`;
  return `failed, but in another way: ${titles[0] ?? verdict} (it was: ${failure.title})`;
}

function verifyLines({ compared, differences }, [first, second]) {
  const lines = [];
  if (first.verdict !== second.verdict) lines.push(`the first run ${first.verdict}, the second ${second.verdict}`);
  for (const { at, of, first: one, second: two } of differences) {
    lines.push(`first difference at operation ${at} of ${of}:`, `  first run   ${happening(one)}`,
      `  second run  ${happening(two)}`);
  }
  if (lines.length === 0) lines.push(`two runs, ${plural(compared, 'operation')} in the same order`);
  return lines;
}

module.exports = {
  happening,
  replayStarts: (schedule, command) => `${commandLine(command)}\nwith ${plural(schedule.delays.length, 'delay')}`
    + `${schedule.failure ? `, which gave: ${schedule.failure.title}` : ''}`,
  replayed: (run, schedule, match) => [outcome(run, schedule.failure), ...matchLines(schedule, match)].join('\n'),
  replayedOften: (failed, runs) => `failed ${failed} of ${runs}`,
  otherNode: (theirs, ours) => `note: kept with Node ${theirs}, this is ${ours}`,
  verified: (comparison, runs) => verifyLines(comparison, runs).join('\n'),
};
