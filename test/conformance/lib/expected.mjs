// test/conformance/expected.json, for example
// { "parallel/test-x.js": { "modes": ["random"], "engines": ["api"], "reason": "..." } }.
// A name may hold stars; without engines any is meant. An explained failure is still a failure in the percentage.
import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from './options.mjs';
import { glob } from './select.mjs';

export function loadExpected(file) {
  if (!existsSync(file)) return [];
  return Object.entries(parse(file)).map(([name, { modes, engines, reason }]) => {
    if (!Array.isArray(modes) || !reason) throw new UsageError(`${file}: ${name} needs "modes" and a "reason"`);
    return { name, modes, engines, reason, matches: glob(name) };
  });
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file}: ${error.message}`);
  }
}

/** Adds the reason to each explained failure; names the entries whose tests all ran and passed. */
export function explain({ mode, differing }, tests, expected, engine = 'both') {
  const ofEngine = expected.filter(({ engines }) => !engines || engines.includes(engine));
  const ofMode = ofEngine.filter(({ modes }) => modes.includes(mode));
  const reasonFor = (name) => ofMode.find(({ matches }) => matches(name))?.reason;
  const stale = ofMode.filter(({ matches }) =>
    tests.some(({ name }) => matches(name)) && !differing.some(({ test }) => matches(test)));
  return {
    differing: differing.map((entry) => ({ ...entry, explained: reasonFor(entry.test) })),
    stale: stale.map(({ name }) => name),
  };
}
