'use strict';
// Call sites of a race as the user wrote them: a server may run what a compiler has made, with source maps.
const fs = require('node:fs');
const path = require('node:path');

const { parseSite } = require('../../analysis/originals.js');
const { placeOf } = require('../../analysis/places.js');

// Of several services with a file of that name, nobody knows whose it is.
function folderOf(site, folders) {
  const found = folders.filter((folder) => fs.existsSync(parseSite(site, folder)?.file ?? ''));
  return found.length === 1 ? found[0] : undefined;
}

function originalSite(site, folders) {
  const folder = folderOf(site, folders);
  return (folder === undefined ? undefined : placeOf(site, folder)?.shown) ?? site;
}

/**
 * Returns `race`, a plain object, with the value of each `site` in it as the place in the source that the user wrote,
 * if a source map tells it. `folders`: the working directories of the programs.
 */
function withOriginals(race, folders) {
  const known = new Map();
  const all = [...new Set(folders)].map((folder) => path.resolve(folder));
  const shown = (site) => {
    if (!known.has(site)) known.set(site, originalSite(site, all));
    return known.get(site);
  };
  return JSON.parse(JSON.stringify(race), (key, value) => (key === 'site' && typeof value === 'string' ? shown(value) : value));
}

module.exports = { withOriginals };
