'use strict';
// nacd report: writes the results in a form for people or for other programs.
const path = require('node:path');

const { ANY_FILE, makeFolder, writeWhole } = require('../../files/disk.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { breather } = require('../../process/breathe.js');
const { eventsOf } = require('../../writers/events.js');
const { FORMATS } = require('../../writers/index.js');
const { latestReport } = require('../../requests/report/results.js');
const { oneOperand } = require('./operands.js');
const { madeOfSafe } = require('../../shown/media.js');

const FLAGS = {
  format: { type: 'string', default: 'html' },
  output: { type: 'string', short: 'o' },
};

function shownFiles(events, cwd) {
  return function* shown() {
    for (const event of events) yield event.file ? { ...event, file: relativeTo(cwd, event.file) } : event;
  };
}

function withShownFiles(report, cwd) {
  const shown = (race) => (race.file ? { ...race, file: relativeTo(cwd, race.file) } : race);
  return { ...report, races: report.races.map(shown) };
}

function relativeTo(cwd, file) {
  const relative = path.relative(cwd, file);
  return relative.startsWith('..') ? file : relative;
}

// Undefined after Ctrl-C.
async function textOf(events, writer, signal) {
  const isInterrupted = breather(signal);
  const parts = [];
  for (const event of events) {
    parts.push(writer(event));
    if (await isInterrupted()) return undefined;
  }
  return parts.join('');
}

async function run({ settings, operands, extra, io }) {
  const folder = path.resolve(io.cwd, oneOperand('report', operands, settings.values.out));
  const races = latestReport(folder);
  const names = Object.keys(FORMATS).filter((name) => !races || FORMATS[name].ofRaces);
  if (!names.includes(extra.format)) {
    throw new UserError(messages.badValue('--format', extra.format, `allowed is one of ${names.join(', ')}`));
  }
  const format = FORMATS[extra.format];
  const text = races ? format.ofRaces(withShownFiles(races, io.cwd))
    : await textOf(shownFiles(eventsOf(folder), io.cwd)(), format.make(), io.signal);
  if (text === undefined) {
    io.stdout.write(`${messages.reportInterrupted()}\n`);
    return EXIT.interrupted;
  }
  const target = extra.output ?? (format.file === '-' ? '-' : path.join(folder, format.file));
  if (target === '-') {
    io.stdout.write(madeOfSafe(text)); // the writers have made it safe for its own medium
    return EXIT.passed;
  }
  const file = path.resolve(io.cwd, target);
  makeFolder(path.dirname(file));
  const isResult = !path.relative(folder, file).startsWith('..');
  writeWhole(file, text, isResult ? {} : { mode: ANY_FILE });
  io.stdout.write(`${messages.reportWritten(relativeTo(io.cwd, file))}\n`);
  return EXIT.passed;
}

module.exports = {
  name: 'report',
  summary: 'write the results: a page (HTML), JSON, JUnit, SARIF, annotations, Chrome trace',
  usage: '[DIR] [--format FORMAT] [-o FILE]',
  details: [
    `--format FORMAT  one of ${Object.keys(FORMATS).join(', ')} (html)`,
    '-o FILE          file to write; - is standard output (a file in DIR)',
  ],
  flags: FLAGS,
  run,
};
