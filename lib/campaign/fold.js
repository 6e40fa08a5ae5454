'use strict';
// Folds failures that follow from another. A runner books an error that comes late to the test that runs by then: one
// throw can fail two tests. Both have the same message and the same stack. And a test that fails leaves things open, so
// later tests may wait until their limit of time.
const { hasNotEnded } = require('../analysis/runner-limits.js');
const { failureMessages } = require('./outputs/index.js');

const FRAME = /^\s*(?:at |❯ )?.*?\(?((?:file:\/\/\/?)?(?:[A-Za-z]:(?=[\\/]))?[\w/\\][^():]*):[0-9]+:[0-9]+\)?\s*$/;
const NOT_THEIRS = /^node:|(?:^|[\\/])node_modules[\\/]/;

// Returns the frames of a message in the program's own code.
function ownFrames(text) {
  return text.split('\n').map((line) => line.trim()).filter((line) => {
    const file = FRAME.exec(line)?.[1];
    return file !== undefined && /^at |^❯ |^[\w.<>]+ \(/.test(line) && !NOT_THEIRS.test(file) && !line.includes('node:');
  });
}

// A time limit and the like has frames of the runner and of Node only, the same for each test.
/** Returns the message with the frames of the program itself, by which two failures are one; undefined: none. */
function stackOf(text) {
  const own = text === undefined ? [] : ownFrames(text);
  if (own.length === 0) return undefined;
  const first = text.split('\n').find((line) => line.trim() !== '').replace(/^Uncaught /, '');
  return [first, ...own].join('\n');
}

// Returns what the failure `title` follows from: another one with the same stack, or, of a test that only did not end,
// the failure before it: what that left behind keeps later tests waiting.
function causeOf(title, message, { first, cause }) {
  const stack = stackOf(message);
  const same = stack && first.get(stack);
  if (same !== undefined) return { title, into: same };
  if (stack) first.set(stack, title);
  const isLate = cause !== undefined && message !== undefined && hasNotEnded(message);
  return isLate ? { title, into: cause, late: true } : undefined;
}

/**
 * Returns `result` (execute.js) of a run with these `outputs` without the titles that follow from one before them.
 * These are then in `folded`, [{title, into, late}]: with the same stack, or `late`: only a test that did not end.
 */
function folded(result, outputs) {
  if (result.titles.length < 2) return result;
  const messages = failureMessages(...outputs);
  const first = new Map(); // by stack: the title
  const follow = [];
  let cause; // the last failure that says what went wrong
  const titles = result.titles.filter((title) => {
    const message = messages.get(title);
    const found = causeOf(title, message, { first, cause });
    if (found) follow.push(found);
    else if (message !== undefined && !hasNotEnded(message)) cause = title;
    return !found;
  });
  return follow.length > 0 ? { ...result, titles, folded: follow } : result;
}

module.exports = { folded, stackOf };
