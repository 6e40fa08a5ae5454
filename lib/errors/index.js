'use strict';
// What a verb may end with. Whoever reads the exit status must be able to tell a pass from everything else.

const EXIT = Object.freeze({
  passed: 0, // no failure was found
  failed: 1, // a failure was found
  usage: 2, // the command line, an option or a file is wrong, or results cannot be written
  baseline: 3, // the command fails even without delays
  internal: 70, // a fault of nacd itself: never 0, never 1
  interrupted: 130,
});

/** Something the user can mend: `message` is the one line that is printed. */
class UserError extends Error {
  constructor(message, status = EXIT.usage) {
    super(message);
    this.status = status;
  }
}

module.exports = { EXIT, UserError };
