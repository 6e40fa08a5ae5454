'use strict';
// Finds a project's test runners in its package.json.
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

module.exports = { foundRunners };
