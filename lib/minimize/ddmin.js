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

module.exports = { ddmin };
