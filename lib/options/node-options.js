'use strict';
// What NODE_OPTIONS wants.

/** Returns `text` as one argument there: it is split at spaces; within double quotes a backslash escapes. */
function quoted(text) {
  return /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}

module.exports = { quoted };
