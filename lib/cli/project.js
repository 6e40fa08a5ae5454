'use strict';
// What a project's package.json tells about its tests.
const fs = require('node:fs');
const path = require('node:path');

const RUNNERS = ['mocha', 'jest', 'vitest', 'ava', 'tap', 'tape', 'jasmine', 'uvu'];

function packageOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The test runners that a project depends on or calls in its scripts. */
function foundRunners(json) {
  if (!json) return [];
  const scripts = Object.values(json.scripts ?? {}).join('\n');
  const depends = { ...json.dependencies, ...json.devDependencies };
  const found = RUNNERS.filter((name) => name in depends || new RegExp(`\\b${name}\\b`).test(scripts));
  return /\bnode\b.* --test\b/.test(scripts) ? [...found, 'node --test'] : found;
}

module.exports = { packageOf, foundRunners };
