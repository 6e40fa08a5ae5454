'use strict';
// Reads lists of failures: a title, which may have several lines, then the lines of its message.

const MOST_LINES = 10; // of a title

/**
 * Returns {title, lines} of the entries below each line that `heading` matches, up to a line that is not indented and
 * belongs to no title. `start` matches the first line of an entry, and its group the title's part in it. The title goes
 * on up to the line before one for which isMessage(line, title) is true.
 */
function entriesBelow(text, heading, { start, isMessage }) {
  const failures = [];
  let isInside = false;
  let isTitle = false;
  let count = 0; // of a title's lines
  for (const line of text.split('\n')) {
    const first = isInside && !isTitle ? start.exec(line)?.[1] : undefined;
    if (first !== undefined) failures.push({ title: first, lines: [] });
    const entry = failures.at(-1);
    count = first === undefined ? count + 1 : 1;
    isTitle = first !== undefined || (isTitle && count <= MOST_LINES && !isMessage(line, entry.title));
    if (heading.test(line)) isInside = true;
    else if (first === undefined && isTitle) entry.title += ` ${line}`;
    else if (first === undefined && /^\S/.test(line)) isInside = false;
    else if (first === undefined && isInside) entry?.lines.push(line);
  }
  return failures;
}

/**
 * Returns {title, lines} of the entries anywhere in `text`, each with the lines behind it that are indented by four or
 * empty. `start` matches the first line of an entry. Its title has more lines until isEnd(title) is true or a line is
 * empty; titleOf() makes the title of all these lines.
 */
function indentedEntries(text, { start, isEnd, titleOf }) {
  const failures = [];
  let isInside = false;
  let open; // the title so far
  let count = 0; // of its lines
  for (const line of text.split('\n')) {
    count += 1;
    if (open === undefined && start.test(line)) [open, count] = [line, 1];
    else if (open !== undefined) open += ` ${line}`;
    else {
      isInside &&= /^(?: {4}|$)/.test(line);
      if (isInside) failures.at(-1).lines.push(line);
    }
    if (open !== undefined && (line === '' || count === MOST_LINES || isEnd(open))) {
      failures.push({ title: titleOf(open), lines: [] });
      [open, isInside] = [undefined, true];
    }
  }
  return failures;
}

module.exports = { entriesBelow, indentedEntries };
