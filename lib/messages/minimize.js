'use strict';
// What minimize tells, and the race in words, which the reports use too.
const { nextCommands } = require('./campaign.js');
const { operationName } = require('./operations.js');
const { commandLine, plural } = require('./words.js');

function indent(lines, by) {
  return lines.map((line) => `${' '.repeat(by)}${line}`.trimEnd());
}

function rateLine({ failed, of, passed, ofOther }) {
  return `RACE  fails ${failed} of ${of} with this order, passes ${passed} of ${ofOther} with the other`;
}

function raceLines(race, title) {
  const { delayed, overtaker } = race;
  const names = [operationName(delayed), operationName(overtaker)];
  const width = Math.max(...names.map((name) => name.length));
  const line = (label, name, { place }) => `  ${label.padEnd(13)} ${name.padEnd(width)}    ${place?.shown ?? '(place not known)'}`;
  return [
    `${line('delayed', names[0], delayed)}    in "${title}"`,
    ...indent(delayed.place?.frame ?? [], 6),
    line('overtaken by', names[1], overtaker),
    ...indent(overtaker.place?.frame ?? [], 6),
  ];
}

function delayLines(delays) {
  return delays.map(({ name, phase, delay }) => `  ${delay} ms  ${phase}  ${name}`);
}

/** The result of minimize as text. `file` is the schedule file that was written. */
function raceBlock({ race, rate, delays, from, title, file }) {
  const found = race ? raceLines(race, title) : ['  no two operations change places: the time itself decides, or an operation'
    + ' that is not traced'];
  return ['', rateLine(rate), ...found, '', `${plural(delays.length, 'delay')} left of ${from}:`, ...delayLines(delays), '',
    ...nextCommands(file, true), ''].join('\n');
}

const EVENTS = {
  other: ({ title }) => `it fails in another way now: ${title}`,
  rate: ({ failed, of, delays }) => `with all ${plural(delays, 'delay')} it fails ${failed} of ${of}`,
  smaller: ({ delays, runs }) => `${plural(delays.length, 'delay')} left after ${plural(runs, 'run')}`,
  shorter: ({ delays, runs }) => `${delays.map(({ delay }) => `${delay} ms`).join(', ')} after ${plural(runs, 'run')}`,
  stopped: ({ runs }) => `the time is over after ${plural(runs, 'run')}; confirming what was found`,
};

module.exports = {
  raceBlock, raceLines, rateLine,
  minimizeStarts: (schedule, command) => `${commandLine(command)}\nminimizing ${plural(schedule.delays.length, 'delay')}`
    + `${schedule.failure ? ` of: ${schedule.failure.title}` : ''}`,
  minimizeEvent: (event) => EVENTS[event.type](event),
  testWritten: (file, order) => `a test that forces this order: ${file}\n  ${order}`,
  noTest: () => 'no test written: no order of two operations gives this failure each time',
  notAgain: ({ of }) => `the failure did not come again in ${plural(of, 'run')}: a longer --timeout, the same Node version `
    + 'and an unchanged program help; "nacd run --keep-going" finds a seed that fails more often',
  withoutDelays: ({ failed, of }) => `it fails ${failed} of ${of} without any delay: the delays are not what decides`,
};
