// Reads Node's *.status files: sections with a condition, then `test-name: OUTCOME, OUTCOME`.
import { existsSync, readFileSync } from 'node:fs';

// Variables a condition may ask for. What is not listed (asan, pointer_compression) is off in a released binary.
const VARIABLES = {
  system: { linux: 'linux', darwin: 'macos', win32: 'win32' }[process.platform] ?? process.platform,
  arch: process.arch,
  mode: 'release',
  type: 'simple',
};

/** Returns a function from a test's name (no extension) to the set of outcomes the file gives it. */
export function readStatusFile(file) {
  const rules = existsSync(file) ? parseStatus(readFileSync(file, 'utf8')) : [];
  return (name) => new Set(rules.filter(({ pattern }) => pattern.test(name)).flatMap(({ outcomes }) => outcomes));
}

export function parseStatus(text, variables = VARIABLES) {
  const rules = [];
  let applies = true;
  for (const line of text.split('\n').map((raw) => raw.replace(/#.*/, '').trim())) {
    const section = /^\[(.*)\]$/.exec(line);
    const rule = /^([^\s:]+)\s*:\s*(.+)$/.exec(line);
    if (section) applies = holds(section[1], variables);
    else if (rule && applies) rules.push({ pattern: wildcard(rule[1]), outcomes: rule[2].split(/\s*,\s*/) });
  }
  return rules;
}

function holds(condition, variables) {
  return condition.split('||').some((side) => side.split('&&').every((term) => termHolds(term.trim(), variables)));
}

function termHolds(term, variables) {
  if (term === 'true') return true;
  const [, name, operator, value] = /^\$(\w+)\s*(==|!=)\s*(\w+)$/.exec(term) ?? [];
  return name !== undefined && ((variables[name] ?? 'off') === value) === (operator === '==');
}

const wildcard = (text) =>
  new RegExp(`^${text.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
