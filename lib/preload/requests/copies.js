'use strict';
// Finds copies of packages in the user's folders: Prisma puts its runtime beside the client that it generates there.

const path = require('node:path');
const builtin = require('../builtin.js');
const { slashed } = require('../../names/slashes.js');

const { readFileSync } = builtin('node:fs');

function nameIn(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).name;
  } catch {
    return undefined;
  }
}

// Returns [{end, name, copy}] of the files of a model.
function filesOf({ package: own, files, copiedAs }) {
  const copy = new RegExp(copiedAs);
  return Object.keys(files).map((file) => ({ end: `/${file}`, name: `${own}/${file}`, copy }));
}

/**
 * `models`: those of model/stores. Returns a function of a file outside of node_modules that returns its name as in
 * package-names.js if the package.json of its folder has a name by which a copy is known, else undefined.
 */
function copiesIn(models) {
  const known = models.filter(({ copiedAs }) => copiedAs !== undefined).flatMap(filesOf);
  return function copyOf(filename) {
    const file = slashed(filename);
    const one = known.find(({ end }) => file.endsWith(end));
    return one?.copy.test(nameIn(file.slice(0, -one.end.length))) ? one.name : undefined;
  };
}

module.exports = { copiesIn };
