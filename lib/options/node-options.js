'use strict';

/** Returns `text` as one argument in NODE_OPTIONS: that is split at spaces; in double quotes a backslash escapes. */
function quoted(text) {
  return /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
}

module.exports = { quoted };
