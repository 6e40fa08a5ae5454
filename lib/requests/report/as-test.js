'use strict';
// Makes a regression test of a request race: it forces the order again, by the gates of the plans that lie beside it.
const fs = require('node:fs');
const path = require('node:path');

const { writeSchedule } = require('../../files/schedule.js');
const { relativeFrom, testFile } = require('../../files/test-file.js');
const { LONGEST_SECONDS } = require('../../process/patience.js');

/**
 * Writes a test of a race, `schedule` as keepRace() wrote it, into the project's folder of tests or into `file`.
 * Returns the paths of the test and of the race's file beside it: only the user can read that, since it has what the
 * requests sent.
 */
function writeRaceTest({ schedule, command, cwd, file }) {
  const { id, title, order } = schedule.race;
  const test = testFile({ command, cwd, name: `nacd-${id}`, file, seconds: LONGEST_SECONDS });
  const data = test.file.replace(/(?:[._-](?:test|spec))?\.\w+$/, '') + '.race.json';
  fs.mkdirSync(path.dirname(data), { recursive: true });
  writeSchedule(data, { ...schedule, command, cwd: relativeFrom(data, cwd) });
  test.write({
    comment: [
      'Written by nacd minimize --as-test. Forces the order of two requests that raced:',
      `  ${order.map(({ who, verb }) => `${who}:${verb}`).join('  ')}`,
      'Passes once this order is harmless, or not possible any more.',
    ],
    imported: ['{ proveRace }', 'nacd-native/api'],
    title,
    proof: ({ own }) => `proveRace(${JSON.stringify(`./${path.basename(data)}`)}, { from: ${own} })`,
  });
  return { test: test.file, data };
}

module.exports = { writeRaceTest };
