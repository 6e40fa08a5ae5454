'use strict';
// Frequent lines of a recording as records of numbers and texts (docs/reference/requests-format.md, Facts): to put such
// a line together as JSON costs the program under test several times as much as all that it is about.

const WORD = 8; // bytes; a record is so many words, each a number unless it is part of a text

/** The file grows by so many bytes; no record goes on in the next of these pieces. */
const PIECE_BYTES = 256 * 1024;

/** The kinds of records. */
const TAGS = {
  lines: 1, jump: 2, operation: 3, wait: 4, request: 5, body: 6, response: 7, call: 8, answer: 9, message: 10,
};

/** A record begins with its size in words times this, plus its tag. */
const TAG_LIMIT = 16;

/** A text begins with its size in bytes times this, plus its kind; then come its bytes, up to a whole word. */
const KIND_LIMIT = 8;
const KINDS = { absent: 0, text: 1, bytes: 2, json: 3, list: 4, values: 5, number: 6, latin1: 7 };

/** Stands for a number that a record does not have. */
const ABSENT = -1;

const factsOf = (file) => file.replace(/(?:\.ndjson)?$/, '.facts');

module.exports = { ABSENT, KINDS, KIND_LIMIT, PIECE_BYTES, TAGS, TAG_LIMIT, WORD, factsOf };
