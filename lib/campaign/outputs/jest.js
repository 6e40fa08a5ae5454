'use strict';
// Reads jest's output: "  ● suite › test" before each failure, and again in the summary of a long output. All files
// that cannot be loaded have one text, so the name of the file is a part of their title.

const UNLOADED = 'Test suite failed to run';
const FILE = /^FAIL (.+?)(?: \([0-9][^()]*\))?$/;

const titleOf = (text, file) => (text === UNLOADED && file ? `${file} > ${text}` : text.split(' › ').join(' > '));

function detailsOf(text) {
  if (!/^(FAIL|Tests:|Test Suites:) /m.test(text)) return [];
  const failures = [];
  let isInside = false;
  let file;
  for (const line of text.split('\n')) {
    file = FILE.exec(line)?.[1].trim() ?? file;
    const title = /^ {2}● (.+)$/.exec(line)?.[1].trim();
    if (title !== undefined || /^\S/.test(line)) isInside = title !== undefined && title !== 'Console';
    if (title !== undefined && isInside) failures.push({ title: titleOf(title, file), lines: [] });
    else if (isInside) failures.at(-1).lines.push(line);
  }
  return failures;
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^Ran all test suites/m;
const FAILED = /^(?:Tests|Test Suites): +[0-9]+ failed/m;

module.exports = { ENDED, FAILED, detailsOf };
