'use strict';
// The tool's standard output and error: all that a verb prints goes through here.
const { forTerminal } = require('../shown/media.js');

class Output {
  #stream;

  constructor(stream) {
    this.#stream = stream;
  }

  get isTTY() {
    return this.#stream.isTTY;
  }

  get columns() {
    return this.#stream.columns;
  }

  /** Writes `text`, whole lines, without control characters and secrets. Text that is Safe (shown/media.js) stays. */
  write(text) {
    return this.#stream.write(forTerminal(text));
  }
}

/** Returns `io` (cli.js) whose outputs are safe for a terminal and the log of a CI server. */
const withSafeOutput = (io) => ({ ...io, stdout: new Output(io.stdout), stderr: new Output(io.stderr) });

module.exports = { withSafeOutput };
