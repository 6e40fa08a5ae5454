'use strict';
// JSON of short texts: JSON.stringify() takes several times as long as a look at a text that needs no escapes.

const { apply } = Reflect;
const { stringify } = JSON;
const { exec } = RegExp.prototype; // programs replace test()

const LONG = 400; // from here on the two take as long
const ESCAPED = /["\\\x00-\x1f\ud800-\udfff]/; // eslint-disable-line no-control-regex

/** Returns a text, or another value, as JSON.stringify() does. */
function quoted(text) {
  if (typeof text !== 'string' || text.length > LONG || apply(exec, ESCAPED, [text]) !== null) return stringify(text);
  return `"${text}"`;
}

module.exports = { quoted };
