'use strict';
// Finds a failure's title in output that is no test runner's: the last line that reports an error.

const NAME = '[\\w$.]*(?:Error|Exception|Assertion\\w*)\\b(?: \\[[\\w$]+\\])?';
const ERROR = new RegExp(`^(?:Uncaught |\\[?)?(?:${NAME}|panic|fatal error|FATAL ERROR)(?::|$)`);

const PRINTED = new RegExp(`^ ?\\S.*\\b${NAME}:`); // mocha: " Exception during run: Error: late"
// Lines of programs around the one that failed.
const OTHERS = /^Node\.js v|^npm (?:ERR!|WARN|error|warn|notice)/;

// A frame of a stack, and a line of code that an error quotes. They say where, not what.
const PLACE = /^(?:at |>? ?[0-9]+ \|)/;

// The first line below an error's message; that of a module that is not found begins with who asked for it.
const FRAME = /^(?:\s+at |Require stack:)/;

// An error that the program printed after words of its own: console.error('cannot load', error).
function printedError(stderr) {
  const lines = stderr.split('\n');
  return lines.findLast((line, i) => PRINTED.test(line) && FRAME.test(lines[i + 1] ?? ''))?.trim();
}

// node:assert says in the next line which expression is meant: without it all failures of a program would be one.
function whole(line, next) {
  return /falsy value:$/.test(line) && /^[\w.$]+\(/.test(next ?? '') ? `${line} ${next}` : line;
}

/** Returns the last line with an error message; undefined if the output has none. */
function reportedError(stderr, stdout) {
  for (const text of [stderr, stdout]) {
    const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
    const at = lines.findLastIndex((line) => ERROR.test(line));
    if (at >= 0) return whole(lines[at], lines[at + 1]);
  }
  return printedError(stderr);
}

/**
 * Returns the last line of text, without stack frames and the messages of npm and the like; undefined if nothing else
 * was written.
 */
function lastLine(stderr) {
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines.findLast((line) => /\w/.test(line) && !OTHERS.test(line) && !PLACE.test(line));
}

/** Removes what differs from run to run, so that a failure has one title: addresses, ports, ids, times and folders. */
function normalised(line) {
  return line
    .replace(/ \{$/, '') // an error is printed with its properties, and in brackets where it has no stack
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(['"`])\/(?:(?:(?!\1)[^/])+\/)+/g, '$1') // quotes may be around any name, with spaces as well
    .replace(/(?:\b[A-Za-z]:)?(?:\/[\p{L}\p{M}\w.@+-]+)+\//gu, '')
    .replace(/\b[A-Za-z]:(?:\\[\w.@+ -]+)*\\/g, '')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*[0-9])[0-9a-f]{12,}\b/gi, '…')
    .replace(/[0-9]+(?:\.[0-9]+)?(?= ?(?:ms|s|seconds)\b)/g, '…')
    .replace(/(?<=[:]|port )[0-9]{4,5}\b/g, '…')
    .slice(0, 300);
}

module.exports = { lastLine, normalised, reportedError };
