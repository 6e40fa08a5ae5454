'use strict';
// Delta debugging (Zeller and Hildebrandt 2002, "Simplifying and Isolating Failure-Inducing Input", the algorithm
// ddmin). The result fails, and it does not fail without any one of its items, as far as the tries show.

// Returns up to `parts` chunks of nearly the same length.
function split(items, parts) {
  const chunks = [];
  for (let at = 0, left = parts; left > 0; left--) {
    const size = Math.round((items.length - at) / left);
    chunks.push(items.slice(at, at + size));
    at += size;
  }
  return chunks.filter((chunk) => chunk.length > 0);
}

async function firstFailing(candidates, fails) {
  for (const candidate of candidates) {
    if (candidate.length > 0 && (await fails(candidate))) return candidate;
  }
  return undefined;
}

/**
 * Resolves to a small part of `items`, in their order, for which `fails` resolves to true. `items` as a whole must
 * fail. Calls `onSmaller(items)` with each smaller part that fails.
 */
async function ddmin(items, fails, onSmaller = () => {}) {
  let rest = items;
  let parts = 2;
  while (rest.length > 1) {
    const chunks = split(rest, Math.min(parts, rest.length));
    const complements = chunks.length === 2 ? [] : chunks.map((chunk) => rest.filter((item) => !chunk.includes(item)));
    // A failure follows from what came last, as a rule.
    const part = await firstFailing([...chunks].reverse(), fails);
    const smaller = part ?? (await firstFailing(complements, fails));
    if (smaller) {
      rest = smaller;
      parts = part ? 2 : Math.max(chunks.length - 1, 2);
      onSmaller(rest);
    } else if (chunks.length < rest.length) {
      parts = chunks.length * 2;
    } else {
      break;
    }
  }
  return rest;
}

const ordered = (items, chosen) => items.filter((item) => chosen.has(item));

/**
 * The same in fewer tries, for items of which each larger part of a failing one fails, too: about log2(n) tries for
 * each item that is left. Halving finds the shortest end of the list that fails. Its first item is certain then, and
 * stays; the search goes on behind it.
 */
async function keepCertain(items, fails, onSmaller = () => {}) {
  const kept = new Set();
  let rest = items;
  const withEnd = (length) => ordered(items, new Set([...kept, ...rest.slice(rest.length - length)]));
  while (rest.length > 0) {
    if (kept.size > 0 && (await fails(withEnd(0)))) {
      onSmaller(withEnd(0));
      break;
    }
    let [low, high] = [0, rest.length];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (await fails(withEnd(middle))) {
        high = middle;
        onSmaller(withEnd(high));
      } else {
        low = middle;
      }
    }
    kept.add(rest[rest.length - high]);
    rest = rest.slice(rest.length - high + 1);
  }
  return ordered(items, kept);
}

module.exports = { ddmin, keepCertain };
