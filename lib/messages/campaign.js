'use strict';
// Messages of a campaign, while it runs and when it ends.
const { countOf } = require('../analysis/counts.js');
const { usualMs } = require('../analysis/duration.js');
const { loosely } = require('../analysis/findings.js');
const { highestUnseen } = require('../analysis/statistics.js');
const { operationName } = require('../names/short.js');
const { ordersLine, reasonLines } = require('./orders.js');
const { commandLine, openLines, percent, plural, seconds, shellWord, whyInconclusive } = require('./words.js');

function runName(run, limit) {
  if (run.kind === 'stored') return `kept failure ${run.kept}`;
  return limit ? `run ${run.number} of ${limit}` : `run ${run.number}`;
}

const VERDICTS = {
  passed: () => 'passed', failed: () => 'FAILED', hang: () => 'HANG',
  inconclusive: (run) => `inconclusive (${whyInconclusive(run)})`, interrupted: () => 'interrupted',
};

function runLine(run, campaign) {
  const how = run.kind === 'stored' ? '' : `  seed ${run.seed}`;
  const what = run.titles.length > 0 ? `  ${run.titles[0]}` : '';
  return `${runName(run, campaign.limits.runs)}  ${VERDICTS[run.verdict](run)}  ${seconds(run.ms)}${how}${what}`;
}

function rate(failure) {
  const { plain } = failure;
  const without = plain ? `, ${plain.failed} of ${plain.of} without` : '';
  if (failure.of === 0) return `the kept schedule failed again${plain ? `; failed ${without.slice(2)} delays` : ''}`;
  const [low, high] = failure.interval;
  return `failed ${failure.failed} of ${failure.of} (${percent(failure.failed / failure.of)}; `
    + `95 % confidence interval: ${percent(low)} to ${percent(high)})${plain ? ' with delays' : ''}${without}`;
}

function where(entry) {
  return `${operationName(entry)}${entry.site ? `  ${entry.site}` : ''}`;
}

const KINDS = {
  deadlock: (hang) => `nothing happened for the last ${seconds(hang.idleMs)} (deadlock)`,
  waiting: (hang) => `nothing happened for the last ${seconds(hang.idleMs)}, and only a timer was pending`,
  livelock: () => 'the process stayed busy, or only its timers fired again and again (livelock)',
  lingering: () => 'the tests ended, but the process does not end by itself',
  unfinished: (hang) => `${hang.files.join(', ')} does not end by itself, so node:test writes no summary`,
  slow: () => 'the process was still working, or a delay was still pending',
};

// Returns each line once, with the number of times that it occurs.
function grouped(lines) {
  return [...countOf(lines)].map(([line, count]) => (count > 1 ? `${line}  (${count} times)` : line));
}

function hangLines(hang) {
  const lines = [`  hang: ${KINDS[hang.kind](hang)}`];
  lines.push(...grouped((hang.waitingFor ?? []).map((entry) => `    waiting for  ${where(entry)}`)));
  lines.push(...openLines(hang));
  for (const entry of hang.last ?? []) lines.push(`    ran last     ${where(entry)}`);
  return lines;
}

function baselineFailed({ titles, verdict, hang, folder }, plain) {
  const times = plain?.of > 1 ? `, ${plain.failed} of ${plain.of} times` : '';
  const lines = [`the command fails even without delays${times}: ${titles.join('; ') || verdict}`];
  if (hang) lines.push(...hangLines(hang));
  if (hang?.exitOption) lines.push(`  if only what is open keeps it alive: ${hang.exitOption}`);
  return [...lines, `  output: ${folder}`].join('\n');
}

function doesNotEnd(lingers) {
  const { exitOption } = lingers;
  return [
    'the command does not end by itself, even without delays: its tests ended, but something keeps the process alive',
    ...openLines(lingers),
    `nacd ends each run after its tests, and the tests decide; close what is open${exitOption ? `, or use ${exitOption}` : ''}`,
  ].join('\n');
}

function doesNotFinish({ files, open }) {
  const kept = open.map(({ kind, site }) => (site ? `${kind} (${site})` : kind)).join(', ');
  return `${files.join(', ')} does not end by itself, even without delays (still open: ${kept}), so node:test writes no summary; `
    + 'close what is open, or use --test-force-exit';
}

// After minimize the user fixes the program, and prove checks the fix.
function nextCommands(file, minimized = false) {
  const verb = minimized ? 'prove' : 'minimize';
  return [`  replay:    npx nacd replay ${shellWord(file)}`, `  ${`${verb}:`.padEnd(10)} npx nacd ${verb} ${shellWord(file)}`];
}

const flakyLine = () => 'it also fails without delays: it is flaky by itself';

const MESSAGE_LINES = 12;

const OTHERS = /\bnode:internal\/|\(node:|^\s*at node:|[\\/]nacd-native[\\/]lib[\\/]together:/;

/** Returns the first lines of a test's message, without frames of Node itself and of nacd. */
function messageLines(message) {
  if (message === undefined) return [];
  const lines = message.split('\n').filter((line) => !OTHERS.test(line));
  const more = lines.length - MESSAGE_LINES;
  return [...lines.slice(0, MESSAGE_LINES), ...(more > 0 ? [`(${plural(more, 'more line')})`] : [])].map((line) => `    ${line}`);
}

// For a run that ended before its tests.
function earlyLines({ seen, of, missing }) {
  if (missing) {
    const found = `  ${seen} of ${of} tests reported; without delays all did: look for process.exit() and for a crash`;
    return [found, ...missing.map((title) => `    missing: ${title}`)];
  }
  const number = of === undefined ? '' : `, ${seen} of ${of} tests had passed`;
  return [`  exit status 0, but no summary of the tests as without delays${number}: look for process.exit()`];
}

/**
 * Returns the description of a failure: its title, its rate, the reason of a hang and the next commands. `run` is the
 * run that failed, if its seed and hang are to be shown; `file` is the schedule file of the failure; `message` is what
 * the test runner printed about it.
 */
function failureBlock(failure, { run, file, message }) {
  const isFlaky = failure.class === 'flaky';
  const lines = ['', `${isFlaky ? 'FLAKY' : 'FAILURE'} ${failure.id}  ${failure.title}`, `  ${rate(failure)}`,
    ...(isFlaky ? [`  ${flakyLine()}`] : []), ...messageLines(message)];
  const follow = (run?.folded ?? []).filter(({ into }) => into === failure.title);
  for (const [head, some] of [['the same error also failed', follow.filter(({ late }) => !late)],
    ['after it, these did not end in time', follow.filter(({ late }) => late)]]) {
    if (some.length > 0) lines.push(`  ${head}:`, ...some.map(({ title }) => `    ${title}`));
  }
  if (run?.kind === 'seed') lines.push(`  seed ${run.seed}, strategy ${run.strategy}, ${plural(run.delays, 'delay')}`);
  if (run?.hang) lines.push(...hangLines(run.hang));
  if (run?.early) lines.push(...earlyLines(run.early));
  return [...lines, ...nextCommands(file), ''].join('\n');
}

// A run that held nothing is a plain run once more. Only the others say something about delays.
function noFailure(seeds, tried) {
  if (tried === 0) return 'no run with delays has ended';
  if (seeds.length === 0) return `no failure found, but none of ${plural(tried, 'run')} was conclusive`;
  const holding = seeds.filter(({ delays }) => delays > 0);
  const none = seeds.length - holding.length;
  const found = `no failure in ${plural(seeds.length, 'run')}`;
  if (holding.length === 0) return `${found}, but ${nothingDelayed()}`;
  const held = `which held ${operations(holding)}`;
  if (none > holding.length) {
    return `${found}, but ${none} of them held nothing and the others ${operations(holding)}: that is too little to `
      + 'claim anything (docs/guide/troubleshooting.md)';
  }
  return `${found}, ${held}: ${boundOf(holding)} of such runs fail${none > 0 ? `, not counting the ${none} that held nothing` : ''}`;
}

const operations = (runs) => plural(runs.reduce((sum, { delays = 0 }) => sum + delays, 0), 'operation');
const boundOf = ({ length }) => `with 95 % confidence fewer than ${percent(highestUnseen(length))}`;

// A run that --time ended may be one that hangs, which nothing else says.
const MUCH_LONGER = 2;

function unendedLines({ runs, state, unended }) {
  if (!unended || state === 'interrupted') return [];
  const { ms, usual } = unended;
  if (runs.length > 0 && ms < MUCH_LONGER * usual) return [];
  return [`--time ended a run after ${seconds(ms)}; without delays it takes ${seconds(usual)}. Its `
    + 'output, in the folder runs of the results, may show if it hangs; or give --timeout SECONDS and a longer --time'];
}

const ENDS = {
  interrupted: 'interrupted; results so far:',
  killed: 'the campaign was killed; results so far:',
  broken: 'the campaign stopped with an error; results so far:',
  incomplete: 'parts of the campaign are missing; results so far:',
};

function summary(campaign) {
  const decided = campaign.runs.filter(({ verdict }) => verdict !== 'inconclusive' && verdict !== 'interrupted');
  const seeds = decided.filter(({ kind }) => kind === 'seed');
  const unjudged = campaign.runs.filter(({ verdict }) => verdict === 'inconclusive');
  const lines = ENDS[campaign.state] ? [ENDS[campaign.state]] : [];
  if (campaign.failures.length === 0) lines.push(noFailure(seeds, campaign.runs.length));
  else lines.push(`${plural(campaign.failures.length, 'failure')} in ${plural(decided.length, 'run')}, which held ${operations(decided)}`);
  if (campaign.orders) lines.push(ordersLine(campaign.orders, campaign.runs.length), ...reasonLines(campaign.orders));
  lines.push(...(campaign.findings ?? []).map(findingLine), ...unendedLines(campaign));
  const aside = campaign.plain?.aside ?? [];
  if (aside.length > 0) lines.push(`set aside, because they also fail without delays: ${aside.join('; ')}`);
  lines.push(...unjudgedLines(unjudged));
  const limited = campaign.runs.filter((run) => run.limited).length;
  if (limited > 0) lines.push(`the traces of ${plural(limited, 'run')} were cut at their size limit: what happened after that is unknown`);
  const cut = campaign.runs.filter((run) => run.cut).length;
  if (cut > 0) lines.push(`in ${plural(cut, 'run')} the middle of traces or outputs is left out: 1 MB a run is kept`);
  return lines.join('\n');
}

// Runs without a verdict, by what the user can do.
function unjudgedLines(runs) {
  const slow = runs.filter(({ leftOut }) => !leftOut).length;
  const others = runs.filter(({ leftOut }) => leftOut);
  return [
    slow > 0 && `${plural(slow, 'run')} without a verdict: use a larger --timeout or a smaller --max-delay`,
    others.length > 0 && `${plural(others.length, 'run')} without a verdict: ${whyInconclusive(others[0])}`,
  ].filter(Boolean);
}

const times = (finding) => `${finding.runs.length} of ${plural(finding.of, 'run')}`;

const FINDINGS = {
  'wrote-error': (one) => `${times(one)} passed but showed what no run without delays did: ${one.line}`,
  'lived-longer': (one) => `${times(one)} passed but lived far longer than any run without delays: ${seconds(one.ms)} instead of `
    + `at most ${seconds(one.plainly)}`,
};

const findingLine = (finding) => `FINDING  ${FINDINGS[finding.kind](finding)} (see ${finding.example})`;

const STRICT = {
  none: () => 'no run with delays',
  held: (count) => `${plural(count, 'run')} held nothing`,
  aside: (count) => `${plural(count, 'test')} set aside`,
  uncounted: () => 'tests not counted',
  varied: () => 'a number of tests that varies without delays',
  unjudged: (count) => `${plural(count, 'run')} without a verdict`,
  missing: (count) => `${plural(count, 'part')} missing`,
  findings: (count) => plural(count, 'finding'),
};

/** Returns the line that says why --strict does not accept a campaign; undefined if it does. */
function strictLine(campaign) {
  const counts = Object.entries(loosely(campaign)).filter(([, count]) => count > 0);
  return counts.length > 0 ? `--strict: ${counts.map(([what, count]) => STRICT[what](count)).join(', ')}` : undefined;
}

function nothingDelayed() {
  return 'no run delayed any operation, so this result says nothing: see docs/guide/troubleshooting.md';
}

const SOON_MS = 10_000; // nobody plans around less

// Says how long all runs take if each takes `ms`. Delays on the virtual clock cost little.
function estimate({ limits: { runs, time } }, ms) {
  const all = runs === undefined ? Infinity : runs * ms;
  if (all < SOON_MS || (time === undefined && all === Infinity)) return '';
  const each = `${runs === undefined ? 'runs' : plural(runs, 'run')} of about ${seconds(ms)} each`;
  if (time === undefined) return `\n${each}: about ${seconds(all)}; --time SECONDS sets a limit`;
  return `\n${each}: about ${seconds(Math.min(all, time * 1000))}${time * 1000 < all ? ' (--time)' : ''}`;
}

// Says which failures the command has by itself, and what the campaign makes of them.
function plainLines({ of, failed, onlyFirst, aside, flaky }) {
  const lines = [onlyFirst
    ? `failed while nacd traced its event loop, without delays; passed ${of - 1} of ${of - 1} times with the loop left `
      + 'alone'
    : `fails by itself ${failed} of ${of} times, without delays`];
  if (aside.length > 0) lines.push('set aside, because they fail each time:', ...aside.map((title) => `  ${title}`));
  if (flaky.length > 0) {
    lines.push('looking for the order that makes these fail:', ...flaky.map((test) => `  ${test.title}  (${test.failed} of ${of})`));
  }
  return lines;
}

module.exports = {
  runLine, findingLine, strictLine,
  uncounted: () => 'the output does not say which tests ran, so a run whose tests end early with status 0 counts as passed; '
    + 'use a reporter that lists them (docs/guide/runners.md)',
  varied: ({ total, most }) => `runs without delays reported from ${total} to ${plural(most, 'test')}, so only a run with fewer `
    + `than ${total} is a failure`,
  earlyLines, doesNotEnd, doesNotFinish, failureBlock, messageLines, summary, nextCommands, hangLines, rate,
  campaignStarts: (campaign) => `nacd ${campaign.tool}: ${commandLine(campaign.command)}\nfirst run, without delays`,
  baselinePassed: (run, campaign) => `passed in ${seconds(run.ms)}; now running with delays, seeds from ${campaign.seed}`
    + estimate(campaign, usualMs(run)),
  failsPlainly: (run) => `it fails without delays: ${run.titles.join('; ') || run.verdict}\nrunning it again without `
    + 'delays, to see how often it fails by itself',
  repeatsPlainly: () => 'running it again without delays, to see if it fails by itself',
  plainFailed: (plain, campaign) => [...plainLines(plain), `now running with delays, seeds from ${campaign.seed}`
    + estimate(campaign, usualMs(campaign.baseline))].join('\n'),
  baselineFailed,
  notSideBySide: (jobs, title, isolated) => `the command fails when ${plural(jobs, 'run')} overlap (${title}), so the runs `
    + `go one after the other${isolated ? '' : '; with --isolate each run has its own network'}`,
  outputBegins: (name, cut) => `--- ${name} of the failing run${cut ? `, the last ${plural(cut, 'line')}` : ''} ---`,
  outputEnds: () => '---',
  plainProgress: (elapsed) => `without delays  ${seconds(elapsed)}`,
  progress: ({ done, limit, failed, elapsed, left }) => [
    limit ? `run ${done + 1} of ${limit}` : `run ${done + 1}`,
    plural(failed, 'failure'),
    done > 0 ? percent(failed / done) : undefined,
    seconds(elapsed),
    left === undefined ? undefined : `${seconds(left)} left`,
  ].filter(Boolean).join('  '),
  resultsIn: (folder) => `results: ${folder}   report: npx nacd report ${shellWord(folder)}`,
};
