'use strict';
// Writes the frequent lines of a recording as records (docs/reference/requests-format.md, Facts), straight into the
// mapped file. A record's first word is written last: without it the record is not there. A record that has no room
// there is a line of the NDJSON file.

const { KINDS, KIND_LIMIT, PIECE_BYTES, TAGS, TAG_LIMIT, WORD } = require('../../trace/facts.js');

const SHORT = 24; // up to here a loop costs less than a call
const SHORT_BYTES = 100;
const LINES_WORDS = 2; // of a record of lines
const LAST_ASCII = 0x7f;
const PIECE_WORDS = PIECE_BYTES / WORD;

const { base64Slice, latin1Write, utf8Write } = Buffer.prototype;
const { set } = Uint8Array.prototype;

const isText = (value) => typeof value === 'string';

/** Returns how many units of UTF-16 a text has; none if `value` is no text. */
const unitsOf = (value) => (typeof value === 'string' ? value.length : 0);

class Facts {
  /**
   * `piece(size)` returns the next piece of the file as an ArrayBuffer, the same for each, or undefined if there are no
   * more. `append(line)` writes a line into the NDJSON file.
   */
  constructor(piece, append) {
    this.piece = piece;
    this.append = append;
    this.words = new Float64Array(0);
    this.bytes = Buffer.alloc(0);
    this.start = 0; // of the record that is written
    this.at = 0;
    this.isBegun = false;
    this.lines = 0; // that were written since the last record
    this.isOpen = true;
    this.mapped = undefined; // {words, bytes, at} of the file while a record is written in memory
  }

  turn() {
    const { at } = this;
    const rest = this.words.length - at;
    if (rest > 0) this.words[at] = rest * TAG_LIMIT + TAGS.jump;
    const piece = this.piece(PIECE_BYTES);
    this.isOpen = piece !== undefined;
    if (piece !== this.words.buffer) this.use(piece ?? new ArrayBuffer(0));
    this.at = 0;
    this.isBegun = false;
  }

  use(piece) {
    this.words = new Float64Array(piece);
    this.bytes = Buffer.from(piece);
    this.bytes.utf8Write = utf8Write; // programs may replace it
    this.bytes.latin1Write = latin1Write;
    this.bytes.base64Slice = base64Slice;
    this.bytes.set = set;
  }

  /** Begins a record with this many numbers and at most this many texts, of `units` units of UTF-16 or bytes in all. */
  begin(numbers, texts, units) {
    const words = LINES_WORDS + 1 + numbers + 2 * texts + ((3 * units) >>> 3);
    if (this.isBegun) this.giveUp();
    if (this.at + words > this.words.length) this.makeRoom(words);
    if (this.lines > 0 && this.mapped === undefined) this.writeLines();
    this.start = this.at++;
    this.isBegun = true;
  }

  giveUp() {
    this.at = this.start;
    if (this.mapped !== undefined) this.backToFile();
  }

  makeRoom(words) {
    if (words <= PIECE_WORDS && this.isOpen) this.turn();
    if (this.at + words <= this.words.length) return;
    this.mapped = { words: this.words, bytes: this.bytes, at: this.at };
    this.use(new ArrayBuffer(words * WORD));
    this.at = 0;
  }

  backToFile() {
    Object.assign(this, this.mapped);
    this.mapped = undefined;
  }

  // The records before and after them keep their order.
  writeLines() {
    const { words, at, lines } = this;
    words[at + 1] = lines;
    words[at] = LINES_WORDS * TAG_LIMIT + TAGS.lines;
    this.at = at + LINES_WORDS;
    this.lines = 0;
  }

  two(first, second) {
    const { words, at } = this;
    words[at] = first;
    words[at + 1] = second;
    this.at = at + 2;
  }

  three(first, second, third) {
    const { words, at } = this;
    words[at] = first;
    words[at + 1] = second;
    words[at + 2] = third;
    this.at = at + 3;
  }

  four(first, second, third, fourth) {
    const { words, at } = this;
    words[at] = first;
    words[at + 1] = second;
    words[at + 2] = third;
    words[at + 3] = fourth;
    this.at = at + 4;
  }

  /** A list of texts and numbers. Each item counts as a text of begin(). */
  list(values) {
    const { words, at: start } = this;
    this.at = start + 1;
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (typeof value === 'string') this.text(value, KINDS.text);
      else this.item(value);
    }
    words[start] = (this.at - start - 1) * WORD * KIND_LIMIT + KINDS.values;
  }

  item(number) {
    const { words, at } = this;
    words[at] = WORD * KIND_LIMIT + KINDS.number;
    words[at + 1] = number;
    this.at = at + 2;
  }

  /** A text that most records do not have. */
  maybe(value, kind) {
    if (value === undefined) this.words[this.at++] = 0;
    else this.text(value, kind);
  }

  /** A text, or what is none: then it is absent. */
  text(value, kind) {
    const { words, bytes, at } = this;
    if (typeof value !== 'string') {
      words[at] = 0;
      this.at = at + 1;
      return;
    }
    const size = this.copy(value, bytes, (at + 1) * WORD);
    words[at] = size * KIND_LIMIT + kind;
    this.at = at + 1 + ((size + WORD - 1) >>> 3);
  }

  /** The head of a message: a long text of letters of one byte. */
  head(text) {
    const { words, bytes, at } = this;
    const { length } = text;
    bytes.latin1Write(text, (at + 1) * WORD, length);
    words[at] = length * KIND_LIMIT + KINDS.latin1;
    this.at = at + 1 + ((length + WORD - 1) >>> 3);
  }

  copy(text, bytes, from) {
    const { length } = text;
    if (length > SHORT) return bytes.utf8Write(text, from);
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > LAST_ASCII) return bytes.utf8Write(text, from);
      bytes[from + i] = code;
    }
    return length;
  }

  /** A text, or the bytes of one. */
  content(value) {
    if (value === undefined || isText(value)) {
      this.text(value, KINDS.text);
      return;
    }
    const { words, bytes, at } = this;
    const { length } = value;
    const from = (at + 1) * WORD;
    if (length > SHORT_BYTES) bytes.set(value, from);
    else for (let i = 0; i < length; i++) bytes[from + i] = value[i];
    words[at] = length * KIND_LIMIT + KINDS.bytes;
    this.at = at + 1 + ((length + WORD - 1) >>> 3);
  }

  end(tag) {
    const { start } = this;
    this.words[start] = (this.at - start) * TAG_LIMIT + tag;
    this.isBegun = false;
    if (this.mapped !== undefined) this.writeAlone();
  }

  writeAlone() {
    const words = this.bytes.base64Slice(0, this.at * WORD);
    this.backToFile();
    this.append(`{"type":"record","words":"${words}"}`);
    this.line();
  }

  /** Counts a line of the NDJSON file. */
  line() {
    this.lines++;
  }
}

module.exports = { Facts, unitsOf };
