'use strict';
// Messages of init, doctor and merge.
const { RUNNERS } = require('../options/runners.js');
const { commandLine, plural, seconds } = require('./words.js');

const wiringOf = (width) => function wiring({ name, command, remark }) {
  return `  ${name.padEnd(width)}  npx nacd run -- ${command}${remark ? `   (${remark})` : ''}`;
};

const REASONS = {
  config: (file) => `the "command" of ${file}`,
  script: () => 'the test script of package.json',
  runner: (name) => `the project uses ${name}`,
  files: () => 'there are test files',
  program: () => 'no tests were found, so this runs the program',
};

// `found` is from projectCommand() (lib/cli/project.js).
function foundCommand(found) {
  if (!found) return 'nacd: found no tests and no program here: write a command after "npx nacd run --", as in "npx nacd run -- npm test"';
  return `found: ${commandLine(found.command)} (${REASONS[found.reason](found.name)})`;
}

// `names` are the runners that the project uses.
function initNext(names, { found }) {
  const next = found ? ['next: npx nacd run'] : [];
  const wired = RUNNERS.filter(({ command }) => command);
  const known = wired.filter(({ name }) => names.includes(name));
  const shown = known.length > 0 || found ? known : wired;
  const width = Math.max(11, ...shown.map(({ name }) => name.length));
  const alone = shown.length > 0 ? ['one runner alone:', ...shown.map(wiringOf(width))] : [];
  return [...next, ...alone, 'in CI: docs/guide/ci.md'].join('\n');
}

// The answer to "nacd" without a verb in a project.
function projectHint(found) {
  return [
    foundCommand(found),
    `next:      npx nacd run${found?.reason === 'config' ? '' : ` -- ${found ? commandLine(found.command) : 'COMMAND'}`}`,
    'keep it:   npx nacd init      writes the command into a configuration',
    'check:     npx nacd doctor    shows what works on this machine',
    'all verbs: npx nacd --help',
  ].join('\n');
}

const valueText = (value) => (Array.isArray(value) ? commandLine(value) : JSON.stringify(value));

const STATES = { running: 'is still running', interrupted: 'was interrupted', killed: 'was killed' };

// Says which parts of a campaign are missing or have not ended.
function partLines({ of, missing, unended }, partial) {
  const hint = partial ? '' : '; --partial uses the parts that are there';
  const parts = missing.length > 1 ? `parts ${missing.join(', ')} of ${of} are` : `part ${missing[0]} of ${of} is`;
  return [
    ...(missing.length > 0 ? [`${parts} missing${hint}`] : []),
    ...unended.map(({ folder, number, state }) => `${number ? `part ${number} of ${of}` : folder} `
      + `${STATES[state] ?? 'has no result'}${hint}`),
  ];
}

module.exports = {
  foundCommand,
  initNext,
  projectHint,
  initNeedsPackage: (file) => `nacd init: --package needs a ${file} here, and there is none that can be read`,
  configWritten: (file, { canMove }) => `wrote ${file}: "nacd run" runs its "command"${canMove ? ' (--package writes it into package.json instead)' : ''}`,
  configExists: (file) => `${file} exists already and was not changed`,
  doctorLine: (name, problem, more) => (problem ? `no   ${name}: ${problem.replace(/^nacd: /, '')}`
    : `yes  ${name}${more ? `, ${more}` : ''}`),
  doctorDefaults: ({ engine, clock }) => `by default with engine ${engine} and clock ${clock}`,
  doctorRunners: (runners) => `     test runners here: ${runners ? runners.join(', ') || 'none that nacd knows'
    : 'unknown, because there is no package.json'} (docs/guide/runners.md)`,
  doctorPages: (bytes) => (bytes === 4096 ? 'yes  pages of memory have 4 KiB'
    : `     pages of memory have ${bytes / 1024} KiB, which is unusual: what is said above holds, tests run with 4 KiB`),
  doctorCopy: (copy, own) => `no   one copy of nacd-native: programs here load ${copy}, this is ${own}; the one that a `
    + 'process loads first does the work',
  doctorRestricted: (place, own) => `no   Node's permission model, in ${place}: it refuses addons, so nothing is delayed; `
    + `--allow-addons --allow-fs-read='${own}/*' allow it`,
  doctorElectron: () => '     Electron: in its processes only calls of the API are delayed (engine api)',
  doctorClock: (most) => '     clock virtual: after a delay that took no time Date.now() is ahead of file times, other '
    + `programs and hosts, by ${seconds(most)} at most; --clock real keeps it in step`,
  doctorNoTrace: () => 'the program ran but wrote no trace',
  doctorNoProc: (platform) => (platform === 'win32' ? 'processes whose parent has ended are not found: taskkill goes from parent to child'
    : 'there is no /proc, so processes that leave their process group are not found'),
  doctorNoBinary: (found, platform) => `this package has binaries for ${found.join(', ') || 'no system'}; ${platform === 'win32-arm64'
    ? 'use Node.js for x64' : `"npm run prebuilds ${platform}" builds one on Linux x64`}`,
  merged: (count) => `joined ${plural(count, 'part')}`,
  mergeIntoItself: (folder) => `nacd merge: ${folder} is both a part and the result: choose another --out`,
  otherCampaign: (folder, { what, theirs, ours }) => `nacd merge: ${folder} belongs to another campaign: its ${what} `
    + `${what === 'options' ? 'are' : 'is'} ${valueText(theirs)}, not ${valueText(ours)}`,
  samePart: ({ shard, seed }, first, second) => `nacd merge: ${first} and ${second} are both ${shard === undefined
    ? `the campaign with seed ${seed}` : `part ${shard}`}: give each once`,
  partLines,
};
