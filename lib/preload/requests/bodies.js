'use strict';
// Collects a body up to a limit, without changing how the program reads or writes it.

const BODY_LIMIT = 64 * 1024;
const SHORT_TEXT = 16 * 1024;
const { from, concat, isBuffer } = Buffer;
const { utf8Slice, base64Slice } = Buffer.prototype;
const { apply } = Reflect;
const { isUtf8 } = require('node:buffer');

const REPLACEMENT = '\ufffd'; // in the place of bytes that are no text

class Body {
  constructor() {
    this.first = undefined; // piece
    this.others = undefined;
    this.text = undefined; // the only piece, if it is a short text
    this.size = 0; // bytes seen, also those beyond the limit
  }

  get isEmpty() {
    return this.size === 0 && this.text === undefined;
  }

  add(chunk, encoding) {
    const isText = typeof chunk === 'string' && (encoding === undefined || encoding === 'utf8');
    if (isText && this.first === undefined && this.text === undefined && chunk.length < SHORT_TEXT) {
      if (chunk !== '') this.text = chunk;
      return;
    }
    const { text } = this;
    this.text = undefined;
    if (text !== undefined) this.addBytes(text);
    this.addBytes(chunk, encoding);
  }

  addBytes(chunk, encoding) {
    const bytes = typeof chunk === 'string' ? from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : chunk;
    if (!ArrayBuffer.isView(bytes)) return;
    const room = BODY_LIMIT - this.size;
    if (room > 0) this.keep(bytes.length > room ? bytes.subarray(0, room) : bytes);
    this.size += bytes.length;
  }

  keep(bytes) {
    if (this.first === undefined) this.first = bytes;
    else (this.others ??= []).push(bytes);
  }

  get isCut() {
    return this.size > BODY_LIMIT;
  }

  /** Returns a text or bytes, up to the limit; undefined if there are none. */
  get content() {
    if (this.text !== undefined || this.size === 0) return this.text;
    const { first, others = [] } = this;
    return others.length === 0 && isBuffer(first) ? first : concat([first, ...others]);
  }

  /** Returns { body } or { base64 }, with { cut: true } and the whole size if it was longer than the limit. */
  toJSON() {
    if (this.text !== undefined) return { body: this.text };
    const bytes = this.content;
    if (bytes === undefined) return undefined;
    const cut = this.isCut ? { cut: true, size: this.size } : undefined;
    const slice = (decode) => apply(decode, bytes, [0, bytes.length]);
    const body = slice(utf8Slice);
    const isText = !body.includes(REPLACEMENT) || isUtf8(bytes);
    return isText ? { body, ...cut } : { base64: slice(base64Slice), ...cut };
  }
}

module.exports = { Body };
