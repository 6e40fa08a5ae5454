'use strict';

/** Returns the value of a text of JSON; undefined if it is cut, or none. */
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

module.exports = { parsedJson };
