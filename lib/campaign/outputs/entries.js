'use strict';
// Reads lists of failures: a line with a title, then the lines of its message.

/**
 * Returns {title, lines} of the entries below the line that `heading` matches, up to a line that is not indented.
 * `start` matches the first line of an entry, and its group the title.
 */
function entriesBelow(text, heading, start) {
  const begin = heading.exec(text);
  if (!begin) return [];
  const failures = [];
  for (const line of text.slice(begin.index).split('\n').slice(1)) {
    const title = start.exec(line)?.[1];
    if (title !== undefined) failures.push({ title, lines: [] });
    else if (/^\S/.test(line)) break;
    else failures.at(-1)?.lines.push(line);
  }
  return failures;
}

/**
 * Returns {title, lines} of the entries anywhere in `text`, each with the lines behind it that are indented by four or
 * empty. `titleOf` returns the title in the first line of an entry, and undefined for other lines.
 */
function indentedEntries(text, titleOf) {
  const failures = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const title = titleOf(line);
    if (title !== undefined) failures.push({ title, lines: [] });
    isInside = title !== undefined || (isInside && /^(?: {4}|$)/.test(line));
    if (isInside && title === undefined) failures.at(-1).lines.push(line);
  }
  return failures;
}

module.exports = { entriesBelow, indentedEntries };
