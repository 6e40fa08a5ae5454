'use strict';
// Says what the values of a JSON file may be. A shape is a function: it takes a value and its place in the file, as a
// JSON pointer, and returns a line on the first part that is wrong, or undefined.

const DEEPEST = 200; // what is written again by JSON.stringify() must not use up V8's stack

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns the line on a wrong value. */
const wrong = (place, needed) => `${place === '' ? 'the file' : place} must be ${needed}`;

/** Returns the shape of values for which `test` returns true; `needed` names them: "a text". */
const is = (needed, test) => (value, place = '') => (test(value) ? undefined : wrong(place, needed));

const text = is('a text', (value) => typeof value === 'string');
const number = is('a number', Number.isFinite);
const count = is('a whole number from 0', (value) => Number.isSafeInteger(value) && value >= 0);
const flag = is('true or false', (value) => typeof value === 'boolean');

/** The shape of one of these values. */
const oneOf = (...values) => (
  is(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`, (value) => values.includes(value)));

function depthProblem(value, place, left) {
  if (value === null || typeof value !== 'object') return undefined;
  if (left === 0) return wrong(place, `nested less than ${DEEPEST} levels`);
  for (const key in value) {
    if (depthProblem(value[key], place, left - 1)) return wrong(place, `nested less than ${DEEPEST} levels`);
  }
  return undefined;
}

/** The shape of anything, as long as it is not nested too deeply. */
const any = (value, place = '') => depthProblem(value, place, DEEPEST);

/** Returns a shape for values that may be absent or null. */
const maybe = (shape) => (value, place) => (value === undefined || value === null ? undefined : shape(value, place));

/** Returns a shape for values that may be absent. */
const optional = (shape) => (value, place) => (value === undefined ? undefined : shape(value, place));

/** Returns the shape of a list with entries of `shape`. */
const list = (shape) => (value, place = '') => {
  if (!Array.isArray(value)) return wrong(place, 'a list');
  for (const [index, entry] of value.entries()) {
    const problem = shape(entry, `${place}/${index}`);
    if (problem) return problem;
  }
  return undefined;
};

/** Returns the shape of a list of exactly these shapes, one an entry. */
const tuple = (...shapes) => (value, place = '') => {
  if (!Array.isArray(value) || value.length !== shapes.length) return wrong(place, `a list of ${shapes.length}`);
  return shapes.map((shape, index) => shape(value[index], `${place}/${index}`)).find(Boolean);
};

/** Returns the shape of an object whose values all have `shape`, by any key. */
const map = (shape) => (value, place = '') => {
  if (!isObject(value)) return wrong(place, 'an object');
  for (const key of Object.keys(value)) {
    const problem = shape(value[key], `${place}/${key}`);
    if (problem) return problem;
  }
  return undefined;
};

/** Returns the shape of an object with values of `shapes`, an object of shapes. Other keys may have any value. */
const object = (shapes) => (value, place = '') => {
  if (!isObject(value)) return wrong(place, 'an object');
  for (const [key, shape] of Object.entries(shapes)) {
    const problem = shape(Object.hasOwn(value, key) ? value[key] : undefined, `${place}/${key}`);
    if (problem) return problem;
  }
  for (const key of Object.keys(value)) {
    const problem = Object.hasOwn(shapes, key) ? undefined : any(value[key], `${place}/${key}`);
    if (problem) return problem;
  }
  return undefined;
};

/** Returns the shape of a value that has one of these shapes; `needed` names them. */
const either = (needed, ...shapes) => (value, place = '') => (
  shapes.some((shape) => shape(value, place) === undefined) ? undefined : wrong(place, needed));

module.exports = {
  any, count, either, flag, list, map, maybe, number, object, oneOf, optional, text, tuple,
};
