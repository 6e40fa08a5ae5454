'use strict';
// Folds failures that follow from another. A runner books an error that comes late to the test that runs by then: one
// throw can fail two tests. Both have the same message and the same stack.
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

/**
 * Returns `result` (execute.js) of a run with these `outputs` without the titles that follow from the one before them.
 * These are then in `folded`, [{title, into}].
 */
function folded(result, outputs) {
  if (result.titles.length < 2) return result;
  const messages = failureMessages(...outputs);
  const first = new Map(); // by stack: the title
  const follow = [];
  const titles = result.titles.filter((title) => {
    const stack = stackOf(messages.get(title));
    const into = stack && first.get(stack);
    if (into === undefined) {
      if (stack) first.set(stack, title);
      return true;
    }
    follow.push({ title, into });
    return false;
  });
  return follow.length > 0 ? { ...result, titles, folded: follow } : result;
}

module.exports = { folded, stackOf };
