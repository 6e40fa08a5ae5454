'use strict';
// Knows what each point of a graph follows from, as far back as a hold reaches. A bit a point: a suite has many.

const WORD = 32; // bits
const WORDS = 33; // of each point, the last one with the point itself

/** How far back is known, in points. */
const SPAN = (WORDS - 1) * WORD;

class Ancestors {
  #bits;

  /** `causes`: lists of what each point follows from, such as `hard` and `soft` of a graph, each by point. */
  constructor(...causes) {
    const { length } = causes[0];
    this.#bits = new Uint32Array(length * WORDS);
    for (let at = 0; at < length; at++) {
      for (const all of causes) for (const { at: cause } of all[at]) if (cause >= 0 && cause < at) this.#add(at, cause);
    }
  }

  // The index of the word that has the bit of `cause`, of those of `at`; undefined: it is too far back.
  static #wordOf(at, cause) {
    const word = (cause >> 5) - (at >> 5) + WORDS - 1;
    return word >= 0 ? at * WORDS + word : undefined;
  }

  #add(at, cause) {
    const own = Ancestors.#wordOf(at, cause);
    if (own === undefined) return;
    this.#bits[own] |= 1 << (cause & (WORD - 1));
    const shift = (at >> 5) - (cause >> 5);
    for (let word = shift; word < WORDS; word++) {
      this.#bits[at * WORDS + word - shift] |= this.#bits[cause * WORDS + word];
    }
  }

  /** True if point `at` follows from point `cause`, which is at most SPAN points before it. */
  has(at, cause) {
    const word = cause < at ? Ancestors.#wordOf(at, cause) : undefined;
    return word !== undefined && (this.#bits[word] & (1 << (cause & (WORD - 1)))) !== 0;
  }
}

module.exports = { Ancestors, SPAN };
