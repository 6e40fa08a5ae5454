'use strict';

/**
 * True if `text` matches `glob`: "*" is any text, "?" any one character, or only itself if `one` is another character.
 * Takes at most the product of both lengths: a regular expression with many "*" would try all ways to share the text.
 */
function matchesGlob(glob, text, one = '?') {
  let [at, of] = [0, 0]; // in the text, and in the glob
  let star; // the last "*", and where the text went on behind it
  while (at < text.length) {
    if (glob[of] === '*') star = { of: of++, at };
    else if (of < glob.length && (glob[of] === one || glob[of] === text[at])) {
      of++;
      at++;
    } else if (star) {
      of = star.of + 1;
      at = ++star.at;
    } else return false;
  }
  while (glob[of] === '*') of++;
  return of === glob.length;
}

module.exports = { matchesGlob };
