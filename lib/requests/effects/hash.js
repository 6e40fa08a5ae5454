'use strict';
// 64-bit FNV-1a of a text, as 16 hexadecimal digits. In four parts of 16 bits: BigInt takes ten times as long.

const hex = (part) => part.toString(16).padStart(4, '0');

/** Returns the hash of the text's UTF-8. */
function hashOf(text) {
  let [a, b, c, d] = [0x2325, 0x8422, 0x9ce4, 0xcbf2]; // the lowest part first
  for (const byte of Buffer.from(text, 'utf8')) {
    a ^= byte;
    // times 0x100000001b3
    const p = a * 0x1b3;
    const q = b * 0x1b3 + Math.floor(p / 65536);
    const r = c * 0x1b3 + a * 0x100 + Math.floor(q / 65536);
    const s = d * 0x1b3 + b * 0x100 + Math.floor(r / 65536);
    [a, b, c, d] = [p & 0xffff, q & 0xffff, r & 0xffff, s & 0xffff];
  }
  return hex(d) + hex(c) + hex(b) + hex(a);
}

module.exports = { hashOf };
