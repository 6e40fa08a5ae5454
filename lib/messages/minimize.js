'use strict';
// Messages of minimize, and the description of a race, which the reports use too.
const { nextCommands } = require('./campaign.js');
const { readName } = require('../names/name.js');
const { operationName, stallName } = require('../names/short.js');
const { commandLine, plural, seconds } = require('./words.js');

const MOST_DELAYS = 20; // in a text

function indent(lines, by) {
  return lines.map((line) => `${' '.repeat(by)}${line}`.trimEnd());
}

function rateText({ failed, of, passed, ofOther }, [one, other]) {
  return `fails ${failed} of ${of} ${one}, passes ${passed} of ${ofOther} ${other}`;
}

const ORDERS = ['with this order', 'with the other'];
const DELAYS = ['with these delays', 'without'];

// By the class of a failure whose two operations are known, or that needs none.
const HEADS = {
  order: (rate) => [`RACE  ${rateText(rate, ORDERS)}`],
  'time-limit': (rate) => [`LIMIT OF TIME  ${rateText(rate, DELAYS)}`,
    '  a limit of time of the test is over: the delays are long enough for that, and no two operations race'],
  'not-clear': (rate) => [`NOT CLEAR  ${rateText(rate, DELAYS)}`,
    '  these two change places, but a limit of time is over as well, and either may be what fails'],
};

function placeText({ place, made }) {
  return `${place?.shown ?? '(call site unknown)'}${made ? ' (made here)' : ''}`;
}

// The lines of code around an operation, and, where it is in a package or at a server, the nearest place of the user's.
function codeLines({ place, from }) {
  const lines = indent(place?.frame ?? [], 6);
  if (!from) return lines;
  return [...lines, `    from your ${operationName(from)}    ${placeText(from)}`, ...indent(from.place?.frame ?? [], 6)];
}

// Two calls made at one place have different numbers there. An arrival has the number of its connection.
function namesOf(...pair) {
  const names = pair.map(operationName);
  const counts = pair.map(({ name }) => readName(name).count);
  const isCalls = pair.every(({ phase }) => phase !== 'descriptor');
  const [one, two] = pair.map((operation, at) => `${names[at]} ${placeText(operation)}`);
  const isOne = isCalls && one === two && counts[0] !== counts[1];
  return isOne ? names.map((name, at) => `${name}, call ${counts[at]}`) : names;
}

function pairLines({ delayed, overtaker }, about) {
  const names = namesOf(delayed, overtaker);
  const width = Math.max(...names.map((name) => name.length));
  const line = (label, name, operation) => `  ${label.padEnd(13)} ${name.padEnd(width)}    ${placeText(operation)}`;
  const held = delayed.phase === 'stall' ? 'not run' : 'delayed';
  return [
    `${line(held, names[0], delayed)}${about}`,
    ...codeLines(delayed),
    line('overtaken by', names[1], overtaker),
    ...codeLines(overtaker),
  ];
}

// A failure that needs several delays has a pair for each.
function raceLines(race, title) {
  const also = (race.also ?? []).flatMap((pair) => ['  and, needed as well:', ...pairLines(pair, '')]);
  if (also.length > 0) also.push(`  It fails only where all ${race.also.length + 1} orders come together.`);
  return [...pairLines(race, `    in "${title}"`), ...also];
}

const eventText = (event) => (typeof event === 'string' ? event : `${event.phase} ${event.name}`);

function delayLine({ name, phase, delay, after }) {
  if (after) return [`  ${phase} ${name}`, ...after.map((event) => `    waits for ${eventText(event)}`)].join('\n');
  const line = `  ${delay} ms  ${phase}  ${name}`;
  if (/\/lost#[0-9]+$/.test(name)) return `${line}  (the datagram is lost)`;
  return phase === 'stall' ? `${line}  (${stallName(name, true).replace('main thread', 'main thread not run')})` : line;
}

// A search that its limit of time has ended may leave hundreds of delays, and what matters would scroll away.
function delayLines(delays, file) {
  const shown = delays.slice(0, MOST_DELAYS).map(delayLine);
  return delays.length > MOST_DELAYS ? [...shown, `  and ${delays.length - MOST_DELAYS} more, in ${file}`] : shown;
}

// Without a pair that separates failing from passing runs there is no race to show, only delays and what is missing.
function unexplained(rate, { missing, isCompared = true, delays }) {
  const why = isCompared ? 'no two operations change places: either the duration itself matters, or an operation that nacd does not trace'
    : `no two runs differ in just one of these ${plural(delays.length, 'delay')}, so the two operations that matter are unknown`;
  const lines = [`NO PAIR  ${rateText(rate, DELAYS)}`, `  ${why}`];
  if (missing) {
    lines.push(`  missing: ${operationName(missing)}    ${placeText(missing)}    absent from every failing run, present in every `
      + 'passing one', ...codeLines(missing));
  }
  return lines;
}

/** Returns the lines about a failure that minimize has explained: its class, its rate and its two operations. */
function foundLines({ class: is, race, rate, title }) {
  if (!race && is !== 'time-limit') return [`NO PAIR  ${rateText(rate, DELAYS)}`];
  return [...(HEADS[is] ?? HEADS['not-clear'])(rate), ...(race ? raceLines(race, title) : [])];
}

/** Returns the result of minimize as text. `file` is the schedule file that was written. */
function raceBlock({ class: is, race, missing, isCompared, rate, delays, from, title, file, kept }) {
  const isFound = race || is === 'time-limit';
  const found = isFound ? foundLines({ class: is, race, rate, title })
    : unexplained(rate, { missing, isCompared, delays });
  const left = kept && from > 1 ? `no smaller schedule fails as often, so all ${plural(delays.length, 'delay')} stay:`
    : `${plural(delays.length, 'delay')} left of ${from}:`;
  return ['', ...found, '', left, ...delayLines(delays, file), '', ...nextCommands(file, true), ''].join('\n');
}

const EVENTS = {
  other: ({ title }) => `the schedule now fails in another way: ${title}`,
  rate: ({ failed, of, delays }) => `with all ${plural(delays, 'delay')}: failed ${failed} of ${of}`,
  smaller: ({ delays, runs }) => `${plural(delays.length, 'delay')} left after ${plural(runs, 'run')}`,
  shorter: ({ delays, runs }) => `${delays.map(({ delay }) => `${delay} ms`).join(', ')} after ${plural(runs, 'run')}`,
  stopped: ({ runs, why }) => `${why === 'runs' ? 'the search ends' : '--time is over'} after ${plural(runs, 'run')}; `
    + 'confirming the smallest schedule so far',
  tried: ({ runs, failed, delays, ms }) => `run ${runs}  ${failed ? 'failed' : 'passed'}  ${plural(delays.length, 'delay')}  ${seconds(ms)}`,
  alone: ({ command }) => `a run is slow, so nacd tries the failing test alone: ${commandLine(command)}`,
  narrowed: ({ failed, of }) => `alone it failed ${failed} of ${of} times with these delays: going on with it`,
  whole: ({ plainly }) => `alone it ${plainly ? 'also fails without delays' : 'does not fail as often'}: `
    + 'going on with the whole command',
  widened: ({ failed }) => (failed ? 'the whole command fails with this result as well'
    : 'the whole command passes with this result, so the schedule is for the test alone'),
};

module.exports = {
  raceBlock, raceLines, foundLines,
  minimizeStarts: (schedule, command) => `${commandLine(command)}\nminimizing ${plural(schedule.delays.length, 'delay')}`
    + `${schedule.failure ? ` of: ${schedule.failure.title}` : ''}`,
  minimizeEvent: (event) => EVENTS[event.type](event),
  minimizeInterrupted: ({ delays, from, runs }, file) => {
    const left = `${plural(delays.length, 'delay')} left of ${from}, not confirmed:`;
    const lines = [`interrupted after ${plural(runs, 'run')}; ${left}`, ...delayLines(delays, file)];
    return ['', ...lines, '', ...nextCommands(file), ''].join('\n');
  },
  interruptedEarly: () => 'interrupted while the failure was being repeated: nothing is minimized yet',
  testWritten: (file, orders) => `wrote a test that forces ${orders.length === 1 ? 'this order' : 'these orders'}: ${file}\n`
    + indent(orders, 2).join('\n'),
  testInterrupted: () => 'interrupted: no test written',
  noTest: () => 'no test written: no order of two operations causes this failure each time',
  notAgain: ({ of }) => (of === 0 ? '--time ran out before the search began: give it more time'
    : `the failure did not occur again in ${plural(of, 'run')}: use the same Node version, an unchanged `
      + 'program and a longer --timeout, or find a seed that fails more often with "nacd run --keep-going"'),
  withoutDelays: ({ failed, of }) => `the command fails ${failed} of ${of} without any delay, so the delays do not cause the failure`,
};
