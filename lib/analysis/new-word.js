'use strict';
// Words that stand for values which are new in each run, such as ids: of equal use, they are equal in all runs.
const crypto = require('node:crypto');

const NEW = '<new>';
const WORD = /<[0-9a-f]{8}>/g;

const digest = (text) => crypto.createHash('sha256').update(text).digest('hex').slice(0, 8);

/** Returns the word of a value that is used at these `places`, a list of paths in any order. */
const newWord = (places) => `<${digest([...places].sort().join())}>`;

/** Returns `text` with one word, NEW, for all of them, in which two values can no longer be told apart. */
const plainWords = (text) => text.replaceAll(WORD, NEW);

/** Returns whether `value` is a word in angle brackets, such as these, and nothing else. */
const isNewWord = (value) => /^<\w+>$/.test(value);

/** Returns whether there is such a word in `text`. */
const hasNewWord = (text) => text.search(WORD) !== -1;

module.exports = { NEW, hasNewWord, isNewWord, newWord, plainWords };
