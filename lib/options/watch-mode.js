'use strict';
// Finds commands that watch files: they start the tests anew after each change, and never end.
const { slashed } = require('../names/slashes.js');
const { RUNNERS, WATCHERS } = require('./runners.js');
const { commandsOf, programOf } = require('./scripts.js');

// Words that may stand before a program.
const BEFORE = new Set([
  'npx', 'pnpx', 'bunx', 'npm', 'pnpm', 'yarn', 'exec', 'dlx', 'x', '--', 'cross-env', 'env', 'c8', 'nyc', 'time', 'nice',
]);
const INSTALLED = /(?:^|\/)node_modules\//;
const isBefore = (word) => BEFORE.has(programOf(word)) || /^\w+=/.test(word) || word.startsWith('-');

// Returns {program, words}: the program that the command starts, and what stands behind it; undefined: not known.
function startedBy(words) {
  const at = words.findIndex((word) => !isBefore(word));
  if (at < 0) return undefined;
  const script = programOf(words[at]) === 'node' ? words[at + 1] : undefined;
  if (script && INSTALLED.test(slashed(script))) return { program: programOf(script), words: words.slice(at + 2) };
  return { program: programOf(words[at]), words: words.slice(at + 1) };
}

// The options of node stand before its script. An option whose value is a separate word ends the search too
// early; then the command is not refused.
function ofNode(words) {
  const end = words.findIndex((word) => !word.startsWith('-'));
  return end < 0 ? words : words.slice(0, end);
}

const isOff = (words, at) => words[at + 1] === 'false';

// Returns the word by which this program watches; undefined: it does not.
function watchWord({ options = [], verbs = [], unless = [], always }, name, words) {
  if (always) return name;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (own.some((word) => unless.includes(word))) return undefined;
  if (verbs.includes(own[0])) return `${name} ${own[0]}`;
  const found = own.find((word, at) => {
    const [option, value] = word.split('=');
    return options.includes(option) && (value === undefined ? !isOff(own, at) : value === 'true');
  });
  return found && `${name} ${found}`;
}

const KNOWN = [...RUNNERS, ...WATCHERS].filter(({ watch }) => watch);

function watchingBy(command) {
  const { program, words } = startedBy(command) ?? {};
  for (const { name, watch } of KNOWN) {
    const [known] = name.split(' ');
    if (program !== known && program !== `_${known}`) continue;
    const found = watchWord(watch, known, known === 'node' ? ofNode(words) : words);
    if (found) return found;
  }
  return undefined;
}

/** Returns what in `command`, run in `cwd`, watches files, such as "mocha --watch"; undefined if it is not known to. */
function watchingOf(command, cwd) {
  for (const part of commandsOf(command, cwd)) {
    const found = watchingBy(part);
    if (found) return found;
  }
  return undefined;
}

module.exports = { watchingOf };
