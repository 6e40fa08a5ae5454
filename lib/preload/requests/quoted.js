'use strict';
// JSON of short texts: JSON.stringify() takes several times as long as a look at a text that needs no escapes.

const { stringify } = JSON;

const LONG = 100; // from here on the two take as long
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST = 0x20; // those before are control characters
const SURROGATE = 0xd800; // it may stand alone

function isPlain(text) {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST || code >= SURROGATE || code === QUOTE || code === BACKSLASH) return false;
  }
  return true;
}

/** Returns a text, or another value, as JSON.stringify() does. */
function quoted(text) {
  return typeof text === 'string' && text.length <= LONG && isPlain(text) ? `"${text}"` : stringify(text);
}

module.exports = { quoted };
