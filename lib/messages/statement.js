'use strict';
// Statements that ORMs write are thousands of characters long. A line shows which table and which rows they are about.
const { withoutSecrets } = require('../shown/secrets.js');

const LONGEST = 200; // characters
const TAIL = 59; // of a statement without such parts
const WORDS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|[()]|\b(?:select|from|returning)\b/gi;
const SHORTEST_PART = 20; // a shorter part says more than the sign for it

// Returns [start, end) of the text in parentheses, the columns of each SELECT, and the text after RETURNING.
// Quoted text is skipped.
function partsOf(text) {
  const parts = [];
  const open = []; // {at: start of the parenthesis, select: end of the word SELECT that waits for its FROM}
  let inner = { at: 0 };
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    if (word === '(') {
      open.push(inner);
      inner = { at: index + 1 };
    } else if (word === ')' && open.length > 0) {
      parts.push([inner.at, index]);
      inner = open.pop();
    } else if (/^select$/i.test(word)) {
      inner.select = index + word.length + 1;
    } else if (/^from$/i.test(word) && inner.select !== undefined) {
      parts.push([inner.select, index - 1]);
      inner.select = undefined;
    } else if (/^returning$/i.test(word) && open.length === 0) {
      parts.push([index + word.length + 1, text.length]);
    }
  }
  return parts.filter(([start, end]) => end - start > SHORTEST_PART);
}

// The longest part that is enough is left out: what is outside of it is more than with a longer one.
function withoutPart(text, parts) {
  const byLength = parts.toSorted(([a, b], [c, d]) => (b - a) - (d - c));
  const [start, end] = byLength.find(([from, to]) => text.length - (to - from) < LONGEST) ?? byLength.at(-1);
  return `${text.slice(0, start)}…${text.slice(end)}`;
}

/** Returns the statement in one line of at most 200 characters. Lists of columns and values are left out first. */
function shortStatement(statement) {
  let text = withoutSecrets(statement).replace(/\s+/g, ' ').trim();
  while (text.length > LONGEST) {
    const parts = partsOf(text);
    if (parts.length === 0) return `${text.slice(0, LONGEST - TAIL - 1)}…${text.slice(-TAIL)}`;
    text = withoutPart(text, parts);
  }
  return text;
}

module.exports = { shortStatement };
