'use strict';
// Finds the part of a value in which it differs from others: of a session or a document mostly one key.
const { isDeepStrictEqual: same } = require('node:util');

// JSON in a text counts as what it stands for.
function parsed(value) {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns {path, value, others}: the keys that lead to the smallest part in which `value` and all of `others` may
 * differ, and what they have there, where undefined means nothing.
 */
function differingPart(value, others, path = []) {
  const [own, ...rest] = [value, ...others].map(parsed);
  const all = [own, ...rest];
  if (!all.every(isObject)) return { path, value, others };
  const keys = [...new Set(all.flatMap(Object.keys))].filter((key) => !all.every((one) => same(one[key], own[key])));
  if (keys.length !== 1) return { path, value, others };
  return differingPart(own[keys[0]], rest.map((one) => one[keys[0]]), [...path, keys[0]]);
}

module.exports = { differingPart };
