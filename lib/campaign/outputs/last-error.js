'use strict';
// Finds a failure's title in output that is no test runner's: the last line that reports an error.

const NAME = '[\\w$.]*(?:Error|Exception|Assertion\\w*)\\b(?: \\[[\\w$]+\\])?';
const ERROR = new RegExp(`^(?:Uncaught |\\[?)?(?:${NAME}|panic|fatal error|FATAL ERROR)(?::|$)`);

function lastErrorLine(stderr, stdout) {
  for (const text of [stderr, stdout]) {
    const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
    const error = lines.findLast((line) => ERROR.test(line));
    if (error) return error;
  }
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '' && !/^Node\.js v|^npm (ERR!|error)/.test(line));
}

/** Removes what differs from run to run, so that a failure has one title: addresses, ports, ids, times and folders. */
function normalised(line) {
  return line
    .replace(/(?:\b[A-Za-z]:)?(?:\/[\w.@+-]+)+\//g, '')
    .replace(/\b[A-Za-z]:(?:\\[\w.@+ -]+)*\\/g, '')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*[0-9])[0-9a-f]{12,}\b/gi, '…')
    .replace(/[0-9]+(?:\.[0-9]+)?(?= ?(?:ms|s|seconds)\b)/g, '…')
    .replace(/(?<=[:]|port )[0-9]{4,5}\b/g, '…')
    .slice(0, 300);
}

module.exports = { lastErrorLine, normalised };
