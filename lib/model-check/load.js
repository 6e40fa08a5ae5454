'use strict';
const { pathToFileURL } = require('node:url');

/** Resolves to what a file of a package exports, also an ES module. Rejects with the file's own error. */
async function load(file) {
  try {
    return require(file);
  } catch (error) {
    if (error.code !== 'ERR_REQUIRE_ESM') throw error; // before Node 22.12
    return import(pathToFileURL(file));
  }
}

module.exports = { load };
