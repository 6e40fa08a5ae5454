'use strict';
// Makes campaigns whose runs end in each of the ways of fixtures/runners/ending.js, one campaign for each runner, and
// writes the verdicts as a table. `node test/runners/endings.js [COMMAND...]` puts it into lab/endings.md.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { nacd, readJson } = require('../support/cli.js');
const { RUNNERS, argumentsOf, prepareFolder, runnersFolder } = require('./catalogue.js');
const { ENDINGS } = require('../fixtures/runners/ending.js');

const ROOT = path.join(__dirname, '..', '..');
const DOC = path.join(ROOT, 'lab', 'endings.md');
const BEGIN = '<!-- made by node test/runners/endings.js -->';
const END = '<!-- end -->';
const PRELOAD = path.join(ROOT, 'lib', 'index.js');

// The second test of the first file ends the run.
function bodyOf(name, k, { from, planned }) {
  if (k === 1 && name === from) return `${planned}await ending.end();`;
  return k === 2 && name === from ? 'ending.fails();' : '';
}

// A file of three tests.
function sourceOf(name, runner, from) {
  const { head, foot = '', test, plan } = runner;
  const load = path.join(ROOT, 'test', 'fixtures', 'runners', 'ending.js');
  const isModule = head.startsWith('import');
  const begin = isModule ? `import ending from '${load}';` : `const ending = require('${load}');`;
  const planned = plan ? `if (ending.chosen === 'plan not met') { ${plan} } ` : '';
  const tests = [`${name} first`, `${name} second`, `${name} third`].map((title, k) => (
    test(JSON.stringify(title), bodyOf(name, k, { from, planned }), false)));
  const all = tests.join('\n');
  const body = name === 'b' ? `if (ending.chosen !== 'missing file') {\n${all}\n}` : all;
  return [head, begin, body, foot, ''].join('\n');
}

function writeFiles(folder, name, files = ['a', 'b']) {
  const runner = RUNNERS[name];
  for (const one of files) fs.writeFileSync(path.join(folder, runner.file(one)), sourceOf(one, runner, 'a'));
  return files.map((one) => runner.file(one));
}

const quoted = (words) => words.map((word) => `'${word}'`).join(' ');
const writeScript = (folder, test, more) => fs.writeFileSync(
  path.join(folder, 'package.json'), `${JSON.stringify({ name: 'app', private: true, scripts: { test }, ...more })}\n`,
);

// How each command is prepared in a folder; returns the command.
function direct(name) {
  return (folder, modules) => ['node', ...argumentsOf(name, writeFiles(folder, name), modules)];
}

function wrapped(name, make) {
  return (folder, modules) => make(['node', ...argumentsOf(name, writeFiles(folder, name), modules)], { folder, modules });
}

function inWorkspaces(name) {
  return (folder, modules) => {
    for (const one of ['a', 'b']) {
      const own = path.join(folder, 'packages', one);
      fs.mkdirSync(own, { recursive: true });
      const command = ['node', ...argumentsOf(name, writeFiles(own, name, [one]), modules)];
      fs.writeFileSync(path.join(own, 'package.json'), JSON.stringify({ name: one, scripts: { test: quoted(command) } }));
    }
    writeScript(folder, 'exit 1', { workspaces: ['packages/a', 'packages/b'] });
    return ['npm', 'test', '--workspaces'];
  };
}

const COVERAGE = {
  c8: ['c8/bin/c8.js', '--reporter=json', '--'],
  nyc: ['nyc/bin/nyc.js', '--reporter=json', '--'],
};

function covered(tool, name) {
  return wrapped(name, (command, { modules }) => {
    const [bin, ...rest] = COVERAGE[tool];
    return ['node', path.join(modules, bin), ...rest, ...command];
  });
}

const JSON_REPORTERS = {
  'mocha': ['--reporter', 'json'], 'jest': ['--json'], 'vitest': ['--reporter=json'], 'playwright test': ['--reporter=json'],
};

const COMMANDS = {
  ...Object.fromEntries(Object.keys(RUNNERS).map((name) => [name, direct(name)])),
  'sh -c mocha': wrapped('mocha', (command) => ['sh', '-c', `${quoted(command)}; exit $?`]),
  'npm run, node --test': wrapped('node --test', (command, { folder }) => {
    writeScript(folder, quoted(command));
    return ['npm', 'run', 'test'];
  }),
  'npm workspaces, mocha': inWorkspaces('mocha'),
  'npm workspaces, node --test': inWorkspaces('node --test'),
  'npx mocha': wrapped('mocha', (command) => ['npx', 'mocha', ...command.slice(2)]),
  ...Object.fromEntries(Object.entries(JSON_REPORTERS).map(([name, options]) => (
    [`JSON: ${name}`, wrapped(name, (command) => [...command, ...options])]))),
  'c8 mocha': covered('c8', 'mocha'),
  'c8 node --test': covered('c8', 'node --test'),
  'nyc node --test': covered('nyc', 'node --test'),
};

// What runs in a process of the runner's own: it can be killed without the one that runs the tests. Elsewhere
// the parent is nacd.
const SEPARATE = /node --test|borp|^tap$|vitest|playwright/;

// They start a process for each test, or compile.
const SLOW = /^tap$|playwright/;

/** Returns the endings that `command` can have. */
function endingsOf(command) {
  const runner = RUNNERS[Object.keys(RUNNERS).find((name) => command === name || command.endsWith(` ${name}`))];
  return ENDINGS.filter((ending) => (ending !== 'plan not met' || runner?.plan) && (
    ending !== 'runner killed' || SEPARATE.test(command)));
}

// Kinds of titles. Any other is the name of a test.
const KINDS = [
  ['signal', /^killed by|SIG[A-Z]+|^(?:Killed|Aborted|Segmentation fault|Terminated)\b/], ['status', /^exit status/],
  ['ended early', /ended before its tests/], ['did not report', /did not report/], ['error', /[Ee]rror\b|^unhandled|^uncaught|exited|crashed|terminated/],
];

function cellOf({ verdict, titles }) {
  if (verdict !== 'failed') return verdict;
  const kind = KINDS.find(([, pattern]) => pattern.test(titles[0]))?.[0] ?? 'test';
  return `failed: ${kind}`;
}

/**
 * Resolves to {ending: {cell, titles}} of the runs of `command` that end in the ways `wanted`, by default in all. With
 * `aside` one test fails in every run and is set aside.
 */
async function runEndings(command, wanted = ENDINGS, { aside = false } = {}) {
  const modules = path.join(runnersFolder(), 'node_modules');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-endings-'));
  try {
    prepareFolder(folder, modules);
    const words = COMMANDS[command](folder, modules);
    const options = ['--keep-going', '--seed', '1', '--strategy', 'uniform', '--max-delay', '1', '--timeout', SLOW.test(command) ? '60' : '25'];
    const chosen = wanted.filter((ending) => endingsOf(command).includes(ending));
    const count = chosen.length;
    const { stdout, stderr } = await nacd(['run', '-n', `${count}`, ...options, '--', ...words], {
      cwd: folder, env: { NACD_TEST_PRELOAD: PRELOAD, CI: '1', NO_COLOR: '1', ENDINGS_OF_SEEDS: chosen.join(), ENDINGS_ASIDE: aside ? '1' : '' },
    });
    if (!fs.existsSync(path.join(folder, '.nacd', 'campaign.json'))) throw new Error(stdout + stderr);
    const { runs, plain } = readJson(folder, '.nacd', 'campaign.json');
    if (plain?.failed !== (aside ? plain?.of : 0) || runs.length < count) throw new Error(stdout + stderr);
    return Object.fromEntries(runs.map((run) => [chosen[run.seed - 1], { cell: cellOf(run), titles: run.titles }]));
  } finally {
    if (process.env.KEEP) console.log(folder);
    else fs.rmSync(folder, { recursive: true, force: true });
  }
}

function tableOf(results) {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const rows = Object.keys(COMMANDS).filter((command) => results[command]).map((command) => (
    row([command, ...ENDINGS.map((ending) => results[command][ending] ?? '')])));
  return [row(['command', ...ENDINGS]), row(['', ...ENDINGS].map(() => '---')), ...rows].join('\n');
}

/** Returns the table in the documentation, {command: {ending: cell}}. */
function documented() {
  const text = fs.readFileSync(DOC, 'utf8');
  const lines = text.slice(text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)).trim().split('\n');
  const [head, , ...rows] = lines.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()));
  return Object.fromEntries(rows.map(([command, ...cells]) => [
    command, Object.fromEntries(cells.map((cell, k) => [head[k + 1], cell]).filter(([, cell]) => cell !== '')),
  ]));
}

const AT_ONCE = 3;

const cellsOf = (found) => Object.fromEntries(Object.entries(found).map(([ending, { cell }]) => [ending, cell]));

// Makes the rows `only`, or all, anew.
async function write(only) {
  const made = {};
  const left = Object.keys(COMMANDS).filter((name) => only.length === 0 || only.includes(name));
  const work = async () => {
    for (let name = left.shift(); name; name = left.shift()) {
      const found = await runEndings(name).catch((error) => console.error(`${name}: ${error.message}`));
      console.log(name, JSON.stringify(found));
      if (found) made[name] = cellsOf(found);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const text = fs.readFileSync(DOC, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))];
  fs.writeFileSync(DOC, `${before}\n${tableOf({ ...documented(), ...made })}\n${after}`);
}

if (require.main === module) write(process.argv.slice(2));

module.exports = { COMMANDS, documented, endingsOf, runEndings };
