'use strict';
// Makes a regression test of a request race, in the style of the project's runner: it forces the order again, by the
// gates of the plans that lie beside it.
const fs = require('node:fs');
const path = require('node:path');

const { writeWhole } = require('../files/disk.js');
const { writeSchedule } = require('../files/schedule.js');

const FOLDERS = ['test', 'tests', '__tests__'];
const LIMIT_MS = 600_000;

const call = (name) => `proveRace('./${name}', { from: `;

// How each runner writes a test. `text(title, call)`; `call` ends with what names the test's own file.
const ESM = ['import { proveRace } from \'nacd-native/api\';'];
const STYLES = {
  'vitest': {
    extension: 'test.mjs', head: ['import { test } from \'vitest\';', ...ESM],
    body: (title, prove) => [`test(${title}, () =>`, `  ${prove}import.meta.url }), ${LIMIT_MS});`],
  },
  'mocha': {
    extension: 'test.mjs', head: ['import { it } from \'mocha\';', ...ESM],
    body: (title, prove) => [
      `it(${title}, async function () {`, `  this.timeout(${LIMIT_MS});`, `  await ${prove}import.meta.url });`, '});',
    ],
  },
  'jest': {
    extension: 'test.js', head: ['const { proveRace } = require(\'nacd-native/api\');'],
    body: (title, prove) => [`test(${title}, () =>`, `  ${prove}__filename }), ${LIMIT_MS});`],
  },
  'node --test': {
    extension: 'test.mjs', head: ['import { test } from \'node:test\';', ...ESM],
    body: (title, prove) => [`test(${title}, () =>`, `  ${prove}import.meta.url }));`],
  },
};

function scriptsOf(cwd) {
  try {
    return JSON.parse(fs.readFileSync(path.join(cwd, 'package.json'), 'utf8')).scripts ?? {};
  } catch {
    return {};
  }
}

// The command names its runner, or the script that it runs does.
function styleOf(command, cwd) {
  const scripts = scriptsOf(cwd);
  const named = command.filter((word) => Object.hasOwn(scripts, word)).map((word) => scripts[word]);
  const text = [...command, ...named].join(' ');
  return STYLES[Object.keys(STYLES).find((name) => new RegExp(`\\b${name}\\b`).test(text)) ?? 'node --test'];
}

const relativeFrom = (file, folder) => path.relative(path.dirname(file), folder).split(path.sep).join('/') || '.';

/**
 * Writes a test of a race, `schedule` as keepRace() wrote it, into the project's folder of tests or into `file`.
 * Returns the paths of the test and of the race's file beside it: only the user can read that, since it has what the
 * requests sent.
 */
function writeRaceTest({ schedule, command, cwd, file }) {
  const { extension, head, body } = styleOf(command, cwd);
  const folder = FOLDERS.map((name) => path.join(cwd, name)).find((name) => fs.existsSync(name)) ?? cwd;
  const test = file ?? path.join(folder, `nacd-${schedule.race.id}.${extension}`);
  const data = test.replace(/(?:\.test)?\.\w+$/, '') + '.race.json';
  fs.mkdirSync(path.dirname(test), { recursive: true });
  writeSchedule(data, { ...schedule, command, cwd: relativeFrom(data, cwd) }, { mode: 0o600 });
  const { title, order } = schedule.race;
  writeWhole(test, [
    '// Written by nacd minimize --as-test. Forces the order of two requests that raced:',
    `//   ${order.map(({ who, verb }) => `${who}:${verb}`).join('  ')}`,
    '// Passes once this order is harmless, or not possible any more.',
    ...head, '', ...body(JSON.stringify(title), call(path.basename(data))), '',
  ].join('\n'));
  return { test, data };
}

module.exports = { writeRaceTest };
