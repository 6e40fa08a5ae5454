'use strict';
// Reads mocha's output. Its reporters spec, dot, list and similar end with "N failing" and a numbered list of titles,
// with one line a suite:
//     1) Array
//          #indexOf()
//            should return -1:

const START = /^ {2}([0-9]+)\) (.+)$/;

// Each title is indented by two more than the one before it. A suite's own title may end with a colon.
const isTitle = (line, level) => /^ *(?=\S)/.exec(line ?? '')?.[0].length === 5 + 2 * level;

function detailsOf(text) {
  const begin = /^ {2}[0-9]+ failing$/m.exec(text);
  if (!begin) return [];
  const failures = [];
  const lines = text.slice(begin.index).split('\n');
  let titles; // of the entry being read, until the last line of it, which ends with a colon
  for (const [k, line] of lines.entries()) {
    const start = START.exec(line);
    if (start) titles = [];
    if (!titles) {
      failures.at(-1)?.lines.push(line);
      continue;
    }
    titles.push((start ? start[2] : line).trim());
    if (!/:$/.test(line) || isTitle(lines[k + 1], titles.length)) continue;
    failures.push({ title: titles.filter(Boolean).join(' > ').replace(/:$/, ''), lines: [] });
    titles = undefined;
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^ {2}[0-9]+ passing \(/m;
const FAILED = /^ {2}[0-9]+ failing$/m;

module.exports = { ENDED, FAILED, detailsOf };
