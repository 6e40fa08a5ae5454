'use strict';
// Reads the numbers of a summary: {total, passed, failed, skipped}.

/** Returns the counts with their total. `total`: what the summary says, where it says it. */
function countsOfNumbers({ total, passed = 0, failed = 0, skipped = 0 }) {
  return { total: total ?? passed + failed + skipped, passed, failed, skipped };
}

/**
 * Returns the counts of each match of `pattern`, whose groups are named after them. A group that did not match is 0,
 * and `total` is the sum of the others if the summary does not say it.
 */
function matchedCounts(text, pattern) {
  return [...text.matchAll(pattern)].map(({ groups }) => {
    const numbers = Object.entries(groups).filter(([, value]) => value !== undefined);
    return countsOfNumbers(Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)])));
  });
}

const KINDS = {
  passed: /^(?:pass|passed|flaky)$/,
  failed: /^(?:fail|failed|cancelled|interrupted|error|errors)$/,
  skipped: /^(?:skip|skipped|todo|pending)$/,
  total: /^(?:total|tests)$/,
};

/** Returns the counts that [number, word] pairs say, such as [["3", "passed"], ["1", "todo"]]. */
function wordedCounts(pairs) {
  const counts = {};
  for (const [number, word] of pairs) {
    const kind = Object.keys(KINDS).find((name) => KINDS[name].test(word));
    if (kind) counts[kind] = (counts[kind] ?? 0) + Number(number);
  }
  return countsOfNumbers(counts);
}

/** Returns the sum of counts; undefined if there are none. */
function sumOfCounts(list) {
  if (list.length === 0) return undefined;
  const names = ['total', 'passed', 'failed', 'skipped'];
  return Object.fromEntries(names.map((name) => [name, list.reduce((sum, counts) => sum + counts[name], 0)]));
}

/** Returns the counts of results, as a reader's resultsOf() gives them. */
function countedResults(results) {
  const count = (wanted) => results.filter(({ result }) => result === wanted).length;
  return countsOfNumbers({ passed: count('passed'), failed: count('failed'), skipped: count('skipped') });
}

module.exports = { countedResults, countsOfNumbers, matchedCounts, sumOfCounts, wordedCounts };
