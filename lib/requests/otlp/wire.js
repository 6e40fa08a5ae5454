'use strict';
// Reads messages of Protocol Buffers by a description of their fields: {number of a field: {name, as}}.

const VARINT = 0;
const EIGHT = 1;
const BYTES = 2;
const FOUR = 5;

class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isOver() {
    return this.#at >= this.#bytes.length;
  }

  varint() {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || shift > 63n) throw new Error('a number is cut');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  take(size) {
    if (this.#at + size > this.#bytes.length) throw new Error('a field is cut');
    this.#at += size;
    return this.#bytes.subarray(this.#at - size, this.#at);
  }

  /** Returns {number, value}: of a field of any type its number, its BigInt or its bytes. */
  field() {
    const tag = Number(this.varint());
    const number = tag >>> 3;
    const type = tag & 7;
    if (type === VARINT) return { number, value: this.varint() };
    if (type === EIGHT) return { number, value: this.take(8).readBigUInt64LE() };
    if (type === FOUR) return { number, value: BigInt(this.take(4).readUInt32LE()) };
    if (type === BYTES) return { number, value: this.take(Number(this.varint())) };
    throw new Error(`field ${number} has the unknown type ${type}`);
  }
}

/**
 * Returns the message in `bytes`. `fields`: {number: {name, as}}, where as(value) makes a value of a BigInt or of
 * bytes. A name that ends with "[]" makes a list. Other fields are left out. Throws an Error where the bytes are no
 * message.
 */
function readMessage(bytes, fields) {
  const message = {};
  for (const reader = new Reader(bytes); !reader.isOver;) {
    const { number, value } = reader.field();
    const { name, as } = fields[number] ?? {};
    if (name === undefined) continue;
    if (name.endsWith('[]')) (message[name.slice(0, -2)] ??= []).push(as(value));
    else message[name] = as(value);
  }
  return message;
}

module.exports = { readMessage };
