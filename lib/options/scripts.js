'use strict';
// Reads the words of a command, and of the scripts in package.json that it runs.
const path = require('node:path');

const { packageIn } = require('./package-json.js');

const MANAGERS = new Set(['npm', 'yarn', 'pnpm']);
const RUN = new Set(['run', 'run-script']);
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh']);
const DEPTH = 5; // scripts that run scripts

/** Returns the name of the program that `word` starts, without its folder and ending. */
const programOf = (word) => path.basename(word).replace(/\.(?:[cm]?js|cmd|exe)$/, '');

const readScripts = (cwd) => packageIn(cwd)?.scripts ?? {};

const SEPARATOR = /(&&|\|\||[;|\n]|(?<![>&])&(?![>&]))/;
const wordsOf = (part) => part.split(/\s+/).map((word) => word.replace(/^(["'])(.*)\1$/, '$2'));

// Returns the commands of a shell's line without those in the background: the line ends without waiting for them.
function partsOf(text) {
  const pieces = text.split(SEPARATOR); // commands, and between them separators
  const isAwaited = (part, at) => at % 2 === 0 && pieces[at + 1] !== '&' && part.trim() !== '';
  return pieces.filter(isAwaited).map((part) => wordsOf(part.trim()));
}

// npm takes only what stands behind "--" as arguments of the script.
function argumentsBehind(words, at, manager) {
  const rest = words.slice(at + 1);
  const dashes = rest.indexOf('--');
  if (manager === 'npm') return dashes < 0 ? [] : rest.slice(dashes + 1);
  return rest.filter((word) => word !== '--');
}

/**
 * Returns the commands of the package's script that `command` runs in `cwd`, each a list of words, with the arguments
 * for it behind the last one; undefined if it runs none.
 */
function scriptOf([manager, ...words], cwd) {
  if (!MANAGERS.has(programOf(manager))) return undefined;
  const at = words.findIndex((word) => !word.startsWith('-') && !RUN.has(word));
  const name = words[at] === 't' ? 'test' : words[at];
  const text = name === undefined ? undefined : readScripts(cwd)[name];
  if (typeof text !== 'string' || text === '') return undefined;
  const parts = partsOf(text);
  parts.at(-1)?.push(...argumentsBehind(words, at, programOf(manager)));
  return parts;
}

/** Returns the commands that `command` comes to in `cwd`, each a list of words: those of scripts in place of these. */
function commandsOf(command, cwd, depth = DEPTH) {
  const isShell = SHELLS.has(programOf(command[0])) && command[1] === '-c' && command[2] !== undefined;
  const parts = isShell ? partsOf(command[2]) : scriptOf(command, cwd);
  if (!parts || depth === 0) return [command];
  return parts.flatMap((part) => commandsOf(part, cwd, depth - 1));
}

module.exports = { commandsOf, programOf, scriptOf };
