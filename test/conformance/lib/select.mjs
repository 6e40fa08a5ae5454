// Choosing tests by name, from a file, or by a sample that is the same each time.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { UsageError } from './options.mjs';

/** `/regex/`, a glob if it holds a star, else a part of the name. */
export function nameFilter(pattern) {
  if (pattern === undefined) return () => true;
  const regex = /^\/(.*)\/([a-z]*)$/.exec(pattern);
  if (regex) return matcher(pattern, regex[1], regex[2]);
  if (pattern.includes('*')) return glob(pattern);
  return (name) => name.includes(pattern);
}

/** Star stands for anything. The extension may be left out. */
export function glob(pattern) {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return matcher(pattern, `^(${source})(\\.m?js)?$`);
}

function matcher(pattern, source, flags) {
  try {
    const regex = new RegExp(source, flags);
    return (name) => regex.test(name);
  } catch (error) {
    throw new UsageError(`${pattern}: ${error.message}`);
  }
}

/** A list of names, one a line, or a result file of this runner: the tests that differed in any mode. */
export function namesFrom(file) {
  const text = readFileSync(file, 'utf8');
  if (!text.trimStart().startsWith('{')) return new Set(text.split('\n').map((line) => line.trim()).filter(Boolean));
  const { modes } = JSON.parse(text);
  return new Set(Object.values(modes).flatMap(({ differing }) => differing.map(({ test }) => test)));
}

/** By hash, not by shuffle: a test that comes or goes does not change which others are taken. */
export function rank(tests, seed) {
  const key = ({ name }) => createHash('sha1').update(`${seed}:${name}`).digest('hex');
  return tests.map((test) => [key(test), test]).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, test]) => test);
}
