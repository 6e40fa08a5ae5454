'use strict';
// Finds out about the project in a folder: its test runners, and the command that tests it.
const fs = require('node:fs');
const path = require('node:path');

const { readConfig } = require('./config-file.js');
const { packageIn } = require('../options/package-json.js');
const { RUNNERS } = require('../options/runners.js');

// "mocha", or with other flags between its words: "node --import=tsx --test".
const patternOf = (name) => new RegExp(`\\b${name.replace(' ', '\\b.* ')}\\b`);

/** Returns the names of the test runners that a project depends on or calls in its scripts. */
function foundRunners(json) {
  if (!json) return [];
  const scripts = Object.values(json.scripts ?? {}).join('\n');
  const depends = { ...json.dependencies, ...json.devDependencies };
  const names = RUNNERS.map(({ name }) => name);
  return names.filter((name) => name in depends || patternOf(name).test(scripts));
}

// `npm init` writes it where there are no tests yet.
const PLACEHOLDER = /no test specified/;

const LOCKS = [['pnpm-lock.yaml', 'pnpm'], ['yarn.lock', 'yarn']];

function packageManager(cwd) {
  return LOCKS.find(([file]) => fs.existsSync(path.join(cwd, file)))?.[1] ?? 'npm';
}

const TEST_FILE = /(?:^|[.-])(?:test|spec)\.[cm]?[jt]s$/;

// True if `node --test` finds files in `cwd` without being given any.
function hasTestFiles(cwd) {
  const names = fs.readdirSync(cwd);
  return names.some((name) => TEST_FILE.test(name)) || names.includes('test');
}

function commandOfRunner(cwd, json) {
  const found = foundRunners(json);
  const runner = RUNNERS.find(({ name, command }) => command && found.includes(name));
  if (runner) return { command: runner.command.split(' '), reason: 'runner', name: runner.name };
  return hasTestFiles(cwd) ? { command: ['node', '--test'], reason: 'files' } : undefined;
}

function commandOfProgram(cwd, json) {
  const main = typeof json?.main === 'string' ? json.main : 'index.js';
  const file = [main, 'app.js', 'server.js'].find((name) => fs.existsSync(path.join(cwd, name)));
  return file ? { command: ['node', file], reason: 'program', name: file } : undefined;
}

/**
 * Returns {command, reason, name}: the command that a campaign in `cwd` should run, and how it was found. `reason` is
 * `config` (`name`: the file), `script` (the test script of package.json), `runner` (`name`: the test runner), `files`
 * (test files for `node --test`) or `program` (`name`: the file). Returns undefined if nothing was found. Throws a
 * UserError if the configuration is not valid.
 */
function projectCommand(cwd) {
  const config = readConfig(cwd);
  if (config.values.command !== undefined) return { command: config.values.command, reason: 'config', name: config.file };
  const json = packageIn(cwd);
  const script = json?.scripts?.test;
  if (typeof script === 'string' && !PLACEHOLDER.test(script)) {
    return { command: [packageManager(cwd), 'test'], reason: 'script' };
  }
  return commandOfRunner(cwd, json) ?? commandOfProgram(cwd, json);
}

module.exports = { foundRunners, projectCommand };
