'use strict';
// Exit statuses of the verbs, and errors that carry one. A pass differs from everything else.

const EXIT = Object.freeze({
  passed: 0, // no failure was found
  failed: 1, // a failure was found
  usage: 2, // the command line, an option or a file is wrong, or results cannot be written
  baseline: 3, // the command fails even without delays
  internal: 70, // a fault of nacd itself; 0 and 1 are about the program under test
  interrupted: 130,
});

/** A mistake that the user can correct. `message` is the line that is printed. */
class UserError extends Error {
  constructor(message, status = EXIT.usage) {
    super(message);
    this.status = status;
  }
}

module.exports = { EXIT, UserError };
