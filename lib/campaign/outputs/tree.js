'use strict';
// Reads lists of tests of which each line begins with a mark: "    ✔ title (12ms)".

const DURATION = / \([0-9]+(?:\.[0-9]+)? ?m?s\)$/;

/**
 * Returns [{title, result}] of the lines in `text` that `pattern` matches. Its groups `passed`, `failed` and `skipped`
 * are marks, and `title` is the rest of the line, with which a duration may end. Titles are not prefixed with those of
 * their suites, because what a test prints looks like the title of a suite.
 */
function markedResults(text, pattern) {
  return [...text.matchAll(pattern)].map(({ groups }) => ({
    title: groups.title.replace(DURATION, '').trim(),
    result: ['passed', 'failed', 'skipped'].find((name) => groups[name] !== undefined),
  }));
}

module.exports = { DURATION, markedResults };
