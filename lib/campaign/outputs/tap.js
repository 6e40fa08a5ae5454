'use strict';
// Reads TAP, versions 12 to 14, with nested subtests as tap, tape and node --test write them.

const RESULT = /^( *)(not ok|ok)\b(?: +[0-9]+)?(?: +- )? *(.*)$/;
const SUBTEST = /^( *)# Subtest: (.*)$/;

function isExcused(title) {
  return /(^|[^\\])# *(TODO|SKIP)\b/i.test(title);
}

function titleOf(text) {
  return text.replace(/ +# time=.*$/, '').replace(/\\#/g, '#').trim();
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

function failuresOf(text) {
  if (!/^\s*(?:TAP version 1[234]|not ok\b|1\.\.[0-9]+)/m.test(text)) return [];
  const failures = [];
  let open = []; // titles of the subtests that contain the line, by depth
  for (const line of text.split('\n')) {
    const subtest = SUBTEST.exec(line);
    if (subtest) {
      const depth = subtest[1].length / 4;
      open = [...open.slice(0, depth), titleOf(subtest[2])];
      continue;
    }
    const result = RESULT.exec(line);
    if (!result || result[2] === 'ok' || isExcused(result[3])) continue;
    const depth = Math.floor(result[1].length / 4);
    failures.push({ path: [...open.slice(0, depth), titleOf(result[3]) || 'unnamed test'] });
  }
  return dropParents(failures).map(({ path }) => path.join(' > '));
}

// Lines of the summary, which is written after the last test: it is there, and tests failed.
const ENDED = /^# (?:pass|fail) +[0-9]+$/m;
const FAILED = /^# (?:fail|cancelled) +[1-9]/m;

module.exports = { ENDED, FAILED, failuresOf };
