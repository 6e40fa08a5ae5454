'use strict';
// Loads nacd-native's own modules so that the program does not find them in require.cache: a program may list what it
// has loaded, or delete all of it, and ours must then neither show nor be loaded twice.

const kept = new Map();

/** Returns what `load` returns. What that requires is out of require.cache afterwards, and there in the next call. */
function privately(load) {
  const { cache } = require;
  const before = new Set(Object.keys(cache));
  for (const [file, own] of kept) if (!before.has(file)) cache[file] = own;
  try {
    return load();
  } finally {
    for (const file of Object.keys(cache)) {
      if (before.has(file)) continue;
      kept.set(file, cache[file]);
      delete cache[file];
    }
  }
}

module.exports = { privately };
