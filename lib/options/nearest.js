'use strict';
// Finds the word that a user meant.
const { distance } = require('fastest-levenshtein');

const FARTHEST = 0.4; // of the word's length: "prove" for "porve", but not for "merge"

/** Returns the word of `known` that is most similar to `word`; undefined if none is similar. */
function nearest(word, known) {
  const near = known
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, far }) => far <= FARTHEST * Math.max(word.length, name.length))
    .sort((one, other) => one.far - other.far);
  return near[0]?.name;
}

module.exports = { nearest };
