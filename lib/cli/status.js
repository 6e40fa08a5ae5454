'use strict';
// One line at the bottom of a terminal that says what is going on; nothing if the output is no terminal.
const { CLEAR_LINE, plainText } = require('../shown/media.js');

class Status {
  #stream;
  #line = '';

  constructor(stream) {
    this.#stream = stream;
  }

  show(line) {
    if (!this.#stream.isTTY) return;
    this.#line = plainText(line).slice(0, (this.#stream.columns || 80) - 1);
    this.#stream.write(CLEAR_LINE);
    this.#stream.write(this.#line);
  }

  /** Writes `text`, whole lines, above the line. */
  print(text) {
    this.clear();
    this.#stream.write(text);
  }

  clear() {
    if (this.#line !== '') this.#stream.write(CLEAR_LINE);
    this.#line = '';
  }
}

module.exports = { Status };
