'use strict';
// Narrows a command to one test by its runner's own option, so that a suite of minutes is not run for each candidate.
const { RUNNERS } = require('../options/runners.js');
const { programOf, scriptOf } = require('../options/scripts.js');

const COUNT = / \([0-9]+\)$/; // of tests with the same title (campaign/outputs)
const HOOK = /^"(?:before|after)(?: each| all)?" hook/;

// Returns {runner, at}: the runner that a list of words starts, and the place of its name or, for node, of --test.
function runnerIn(words) {
  for (const runner of RUNNERS.filter(({ only }) => only)) {
    const [program, option] = runner.name.split(' ');
    const started = words.findIndex((word) => programOf(word) === program || programOf(word) === `_${program}`);
    const at = option === undefined ? started : started < 0 ? -1 : words.indexOf(option, started);
    if (at >= 0) return { runner, at };
  }
  return undefined;
}

/** Returns a regular expression, as text, for the full name of the test `title`, which lists its suites first. */
function patternOf(title, { isLast = false } = {}) {
  const names = title.replace(COUNT, '').split(' > ').filter((name) => !HOOK.test(name));
  const escaped = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return isLast ? escaped.at(-1) : escaped.join('.*');
}

/**
 * Returns `command`, run in `cwd`, for the test `title` alone; undefined if its runner is not known, cannot be told to
 * do so, or is told already.
 */
function narrowedCommand(command, title, cwd) {
  const direct = runnerIn(command);
  const script = direct ? undefined : scriptOf(command, cwd)?.at(-1);
  const found = direct ?? (script && runnerIn(script));
  if (!found || title === undefined) return undefined;
  const { only } = found.runner;
  const isTold = [...command, ...(script ?? [])].some((word) => only.told.includes(word.split('=')[0]));
  const pattern = patternOf(title, only);
  if (isTold || !pattern) return undefined;
  const behind = (...words) => [...command.slice(0, found.at + 1), ...words, ...command.slice(found.at + 1)];
  if (only.isLast) return direct && behind(`${only.option}=${pattern}`);
  const isDashed = command.includes('--');
  if (direct && isDashed) return behind(only.option, pattern);
  const dashes = !direct && programOf(command[0]) === 'npm' && !isDashed ? ['--'] : [];
  return [...command, ...dashes, only.option, pattern];
}

module.exports = { narrowedCommand };
