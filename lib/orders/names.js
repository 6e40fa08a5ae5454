'use strict';
// Knows an event again in a run in which it has another name. The digits in a name say what an operation was started
// from. Code that needs two events goes on from the later of the two, so its operations have other digits when these
// change places.
const { keyOf } = require('../names/key.js');
const { formOf } = require('../names/name.js');

const DIGITS = /<[0-9a-f]{8}/;

/** Returns all of a name that is the same in all orders: not the subject, the count and the digits. */
const formKeyOf = ({ place, phase, name }) => `${place} ${keyOf({ phase, name: formOf(name, 'site') })}`;

function countsOf(points) {
  const counts = new Map();
  for (const point of points) {
    const form = formKeyOf(point);
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return counts;
}

class Names {
  #keys = new Map(); // by form: the key of the event that every run so far had once; undefined: some had several

  /**
   * Gives the points of a run the keys that they had in the runs before. A point with `isOnly` is the only one of its
   * form, so that a schedule may name it by that.
   */
  see(points) {
    const counts = countsOf(points);
    for (const point of points) {
      const form = formKeyOf(point);
      point.isOnly = counts.get(form) === 1 && DIGITS.test(point.name);
      if (!this.#keys.has(form)) this.#keys.set(form, point.isOnly ? point.key : undefined);
      else if (!point.isOnly) this.#keys.set(form, undefined);
      point.key = this.#keys.get(form) ?? point.key;
    }
  }
}

module.exports = { Names };
