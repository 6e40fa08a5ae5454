'use strict';
// Messages of replay.
const { isAlike } = require('../analysis/groups.js');
const { earlyLines, hangLines } = require('./campaign.js');
const { commandLine, metLine, plural, seconds, whyInconclusive } = require('./words.js');

const SHOWN = 10;

function happening(entry) {
  return entry ? `${entry.api ?? entry.name} ${entry.phase}${entry.site ? ` (${entry.site})` : ''}` : 'no further operation';
}

function matchLines(schedule, match) {
  const { matched, missed } = match;
  const lines = [metLine(match, schedule.delays.length, 'delay')];
  if (missed.length === 0) return lines;
  lines.push(matched === 0 ? 'none was found: the program has changed too much, or it is another program; not found:'
    : 'not found, because the program has changed or took another path:');
  lines.push(...missed.slice(0, SHOWN).map(({ name, phase }) => `  ${phase}  ${name}`));
  if (missed.length > SHOWN) lines.push(`  and ${missed.length - SHOWN} more`);
  return lines;
}

function outcome(run, failure) {
  const { verdict, titles } = run;
  if (verdict === 'passed') return `passed in ${seconds(run.ms)}: the failure did not occur again`;
  if (verdict === 'inconclusive') return `inconclusive: ${whyInconclusive(run)}`;
  if (!failure || titles.some((title) => isAlike(title, failure.title))) return `failed again: ${titles[0] ?? verdict}`;
  return `failed in another way: ${titles[0] ?? verdict} (expected: ${failure.title})`;
}

function verifyLines({ compared, differences }, [first, second]) {
  const lines = [];
  if (first.verdict !== second.verdict) lines.push(`verdicts differ: first run ${first.verdict}, second run ${second.verdict}`);
  for (const { at, of, first: one, second: two } of differences) {
    lines.push(`first difference at operation ${at} of ${of}:`, `  first run   ${happening(one)}`,
      `  second run  ${happening(two)}`);
  }
  if (lines.length === 0) lines.push(`two runs, ${plural(compared, 'operation')} in the same order`);
  return lines;
}

module.exports = {
  replayStarts: (schedule, command) => `${commandLine(command)}\nwith ${plural(schedule.delays.length, 'delay')}`
    + `${schedule.failure ? `, which caused: ${schedule.failure.title}` : ''}`,
  replayed: (run, schedule, match) => [outcome(run, schedule.failure), ...(run.hang ? hangLines(run.hang) : []),
    ...(run.early ? earlyLines(run.early) : []),
    ...matchLines(schedule, match)].join('\n'),
  replayedOften: (failed, runs) => `failed ${failed} of ${runs}`,
  replayInterrupted: (failed, runs) => (runs > 0 ? `interrupted; so far it failed ${failed} of ${runs}` : 'interrupted before the first run ended'),
  otherNode: (theirs, ours) => `note: the schedule is from Node ${theirs}, and this is Node ${ours}`,
  verified: (comparison, runs) => verifyLines(comparison, runs).join('\n'),
};
