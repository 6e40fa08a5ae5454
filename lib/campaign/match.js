'use strict';
// Matches a pattern in a thread of its own (verdict.js).

/** Returns the line of `outputs`, a list of texts, in which the first match of `pattern` begins; undefined: none. */
module.exports = ({ pattern, outputs }) => {
  const regex = new RegExp(pattern, 'm');
  for (const text of outputs) {
    const match = regex.exec(text);
    if (match) return text.slice(text.lastIndexOf('\n', match.index) + 1).split('\n')[0].trim().slice(0, 300);
  }
  return undefined;
};
