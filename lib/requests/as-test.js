'use strict';
// Makes a regression test of a request race, in the style of the project's runner: it forces the order again, by the
// gates of the plans that lie beside it.
const fs = require('node:fs');
const path = require('node:path');

const { countOf } = require('../analysis/counts.js');
const { writeWhole } = require('../files/disk.js');
const { writeSchedule } = require('../files/schedule.js');

const FOLDERS = ['test', 'tests', '__tests__'];
const LIMIT_MS = 600_000;

// An ES module, a file with require(), TypeScript that becomes such a file: how it imports, and what names the file.
const IMPORT = (names, from) => `import ${names} from '${from}';`;
const ESM = { imports: IMPORT, own: 'import.meta.url' };
const CJS = { imports: (names, from) => `const ${names} = require('${from}');`, own: '__filename' };
const TS = { imports: IMPORT, own: '__filename' };

const plain = (title, prove) => [`test(${title}, () => ${prove});`];
const limited = (title, prove) => [`test(${title}, () =>`, `  ${prove}, ${LIMIT_MS});`];
const ofAva = (title, prove) => [
  `test(${title}, async (t) => {`, `  t.timeout(${LIMIT_MS});`, `  await ${prove};`, '  t.pass();', '});',
];
const ofMocha = (title, prove) => [
  `it(${title}, async function () {`, `  this.timeout(${LIMIT_MS});`, `  await ${prove};`, '});',
];
// tap ends a file after a time of its own, which only the file itself can make longer.
const ofTap = (title, prove) => [
  `t.setTimeout(${LIMIT_MS});`, `t.test(${title}, async (t) => {`, `  await ${prove};`, '  t.pass();', '});',
];

// How each runner writes a test: `names` of the package `from`, and body(title, prove). A runner that does not load
// files as Node does has `languages`, by extension. Several may be named: node --test --test-reporter=tap is not tap.
const STYLES = {
  'vitest': { from: 'vitest', names: '{ test }', body: limited, languages: { js: ESM, ts: ESM } },
  'mocha': { from: 'mocha', names: '{ it }', body: ofMocha },
  'jest': { body: limited, ending: '.test.js', languages: { js: CJS, ts: TS } },
  'ava': { from: 'ava', names: 'test', body: ofAva },
  'node --test': { from: 'node:test', names: '{ test }', body: plain },
  'tap': { from: 'tap', names: 't', body: ofTap },
};

function packageOf(cwd) {
  try {
    return JSON.parse(fs.readFileSync(path.join(cwd, 'package.json'), 'utf8'));
  } catch {
    return {};
  }
}

// The command names its runner, or the script that it runs does. What its output goes to only shows it: tap-spec.
function styleOf(command, cwd) {
  const { scripts = {} } = packageOf(cwd);
  const named = command.filter((word) => Object.hasOwn(scripts, word)).map((word) => scripts[word]);
  const text = [...command, ...named].join(' ').split(' | ')[0];
  return STYLES[Object.keys(STYLES).find((name) => new RegExp(`\\b${name}\\b`).test(text)) ?? 'node --test'];
}

const ENDING = /([._-](?:test|spec))?\.([cm]?[jt]s)$/; // a.spec.ts: ".spec", "ts"

// The ending that most tests in a folder have, since a runner may take no others. Without one that says so, all files
// in a folder of tests are tests.
function endingIn(folder, isOfTests) {
  const names = fs.readdirSync(folder).filter((name) => !name.startsWith('nacd-'));
  const endings = names.map((name) => ENDING.exec(name)).filter(Boolean);
  const marked = endings.filter(([, mark]) => mark !== undefined);
  const tests = marked.length > 0 || !isOfTests ? marked : endings;
  const [most] = [...countOf(tests.map(([ending]) => ending))].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

// Undefined if it depends on a loader which language it is.
function languageOf(file, { languages }, cwd) {
  const [,, extension = ''] = ENDING.exec(file) ?? [];
  if (extension !== 'js' && extension !== 'ts') return { mjs: ESM, cjs: CJS }[extension];
  if (languages) return languages[extension];
  if (extension === 'ts') return undefined;
  return packageOf(cwd).type === 'module' ? ESM : CJS;
}

function fileIn(cwd, name, style) {
  const tests = FOLDERS.map((one) => path.join(cwd, one)).find((one) => fs.existsSync(one));
  const file = (ending) => path.join(tests ?? cwd, name + ending);
  const ending = endingIn(tests ?? cwd, tests !== undefined);
  return ending && languageOf(file(ending), style, cwd) ? file(ending) : file(style.ending ?? '.test.mjs');
}

const relativeFrom = (file, folder) => path.relative(path.dirname(file), folder).split(path.sep).join('/') || '.';

/**
 * Writes a test of a race, `schedule` as keepRace() wrote it, into the project's folder of tests or into `file`.
 * Returns the paths of the test and of the race's file beside it: only the user can read that, since it has what the
 * requests sent.
 */
function writeRaceTest({ schedule, command, cwd, file }) {
  const style = styleOf(command, cwd);
  const test = file ?? fileIn(cwd, `nacd-${schedule.race.id}`, style);
  const { imports, own } = languageOf(test, style, cwd) ?? ESM;
  const data = test.replace(/(?:[._-](?:test|spec))?\.\w+$/, '') + '.race.json';
  fs.mkdirSync(path.dirname(test), { recursive: true });
  writeSchedule(data, { ...schedule, command, cwd: relativeFrom(data, cwd) }, { mode: 0o600 });
  const { title, order } = schedule.race;
  writeWhole(test, [
    '// Written by nacd minimize --as-test. Forces the order of two requests that raced:',
    `//   ${order.map(({ who, verb }) => `${who}:${verb}`).join('  ')}`,
    '// Passes once this order is harmless, or not possible any more.',
    ...(style.from ? [imports(style.names, style.from)] : []), imports('{ proveRace }', 'nacd-native/api'), '',
    ...style.body(JSON.stringify(title), `proveRace('./${path.basename(data)}', { from: ${own} })`), '',
  ].join('\n'));
  return { test, data };
}

module.exports = { writeRaceTest };
