'use strict';
// Values that a request sends, with their places. One that the test has got otherwise than by an answer, such as from a
// mail, is known in this run from the request that the test sends.
const { decoded } = require('../names/slashes.js');
const { isUntold, placesOf } = require('./places.js');

const pairsOf = (text, mark) => text.split(mark).map((pair) => pair.split(/=(.*)/s)).filter(([, value]) => value);

function headerPlaces(flat, places) {
  for (let index = 0; index < flat.length; index += 2) {
    const name = String(flat[index]).toLowerCase();
    if (isUntold(name)) continue;
    const value = String(flat[index + 1]);
    if (name === 'cookie') for (const [key, own] of pairsOf(value, /; */)) places.set(`cookie ${key}`, own);
    else value.split(' ').forEach((word, at) => places.set(`header ${name} ${at}`, word));
  }
}

/** Returns a Map from place to text of `request`, {target, headers (flat), body}. */
function sentPlaces({ target, headers = [], body }) {
  const places = new Map();
  const [path, query = ''] = target.split(/\?(.*)/s);
  path.split('/').forEach((part, at) => places.set(`path ${at}`, decoded(part)));
  for (const [key, value] of pairsOf(query, '&')) places.set(`query ${key}`, decoded(value.replaceAll('+', ' ')));
  headerPlaces(headers, places);
  return body ? new Map([...places, ...placesOf({ body })]) : places;
}

/** Returns those of `recorded` that have another value in `live`. */
const changedPlaces = (recorded, live) => new Map(
  [...recorded].filter(([place, text]) => live.has(place) && live.get(place) !== text));

module.exports = { changedPlaces, sentPlaces };
