'use strict';
// Reads TAP, versions 12 to 14, with nested subtests as tap, tape, brittle and node --test write them.

const RESULT = /^( *)(not ok|ok)\b(?: +[0-9]+)?(?: +- )? *(.*)$/;
const ABOUT = /^ *(?:duration_ms|type|location|failureType):/; // in the YAML, not about the failure
const SUBTEST = /^( *)# Subtest: (.*)$/;
// tape and brittle write a test's title so, before its assertions. The summary and skipped tests look alike.
const TEST = /^# (?!(?:tests|pass|fail|ok|skip|todo|time|asserts)(?: *[=0-9]|$)|not ok$|SKIP |TODO )(.+)$/;

function isExcused(title) {
  return /(^|[^\\])# *(TODO|SKIP)\b/i.test(title);
}

function titleOf(text) {
  return text.replace(/ +# time *=.*$/, '').replace(/\\#/g, '#').trim();
}

// A parent fails because a child does, so only the innermost failure is named.
function dropParents(failures) {
  return failures.filter(({ path }, index) => {
    const inner = failures.slice(0, index).some((other) => {
      return other.path.length > path.length && path.every((part, i) => other.path[i] === part);
    });
    return !inner;
  });
}

// Returns the lines of the YAML that belong to the result before them.
function yamlAfter(lines, at) {
  if (lines[at + 1]?.trim() !== '---') return [];
  const end = lines.findIndex((line, index) => index > at && line.trim() === '...');
  return lines.slice(at + 2, end < 0 ? at + 40 : end).filter((line) => !ABOUT.test(line));
}

function detailsOf(text) {
  if (!/^\s*(?:TAP version 1[234]|not ok\b|1\.\.[0-9]+)/m.test(text)) return [];
  const failures = [];
  let open = []; // titles of the subtests that contain the line, by depth
  // tap and node --test name subtests by comments of another kind.
  const titled = /^TAP version 1[34]$/m.test(text) && !/^ *# Subtest: /m.test(text);
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const subtest = SUBTEST.exec(line);
    if (subtest) {
      const depth = subtest[1].length / 4;
      open = [...open.slice(0, depth), titleOf(subtest[2])];
      continue;
    }
    const test = titled && TEST.exec(line);
    if (test) {
      open = [titleOf(test[1])];
      continue;
    }
    const result = RESULT.exec(line);
    if (!result || result[2] === 'ok' || isExcused(result[3])) continue;
    const depth = Math.floor(result[1].length / 4);
    const title = titleOf(result[3]) || 'unnamed test';
    const path = titled ? open.filter((test) => test !== title) : open.slice(0, depth);
    failures.push({ path: [...path, title], lines: yamlAfter(lines, at) });
  }
  return dropParents(failures).map(({ path, lines: told }) => ({ title: path.join(titled ? ': ' : ' > '), lines: told }));
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^# (?:pass|fail) +[0-9]+$/m;
const FAILED = /^# (?:fail|cancelled) +[1-9]/m;

module.exports = { ENDED, FAILED, detailsOf };
