'use strict';
// Makes values of a statement plain: what JSON can hold, short, and equal where the values are equal.

const { isDate } = require('node:util/types');

const { stringify } = JSON;
const { isArray } = Array;
const { isInteger } = Number;
const SHORT = 10;
const TEXT_LIMIT = 1000;
const LIST_LIMIT = 1000;

const cut = (text) => (text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}...${text.length}` : text);

function plainObject(value) {
  if (Array.isArray(value)) return value.slice(0, LIST_LIMIT).map(plainOne);
  if (isDate(value)) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return cut(`\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`);
  try {
    return cut(stringify(value) ?? '');
  } catch {
    return '';
  }
}

function plainOne(value) {
  switch (typeof value) {
    case 'string': return cut(value);
    case 'number': case 'boolean': return value;
    case 'object': return value === null ? null : plainObject(value);
    case 'bigint': return String(value);
    default: return null;
  }
}

/** Returns a list or an object of plain values, the plain value of what is neither, or undefined if there are none. */
function plain(values) {
  if (values === undefined) return undefined;
  if (typeof values !== 'object' || values === null) return plainOne(values); // a row that is one value
  if (Array.isArray(values)) return values.length === 0 ? undefined : values.map(plainOne);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plainOne(value)]));
}

/**
 * Returns how many units of UTF-16 the texts of a usual list have, one of a few short texts and integers, which is
 * plain as it is; undefined for other values.
 */
function shortUnits(values) {
  if (!isArray(values) || values.length === 0 || values.length > SHORT) return undefined;
  let units = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (typeof value === 'string' && value.length <= TEXT_LIMIT) units += value.length;
    else if (!isInteger(value)) return undefined;
  }
  return units;
}

/** Returns plain(values) as JSON, or undefined if there are none. */
const valuesText = (values) => stringify(plain(values));

module.exports = { plain, shortUnits, valuesText };
