'use strict';
// Units (units.js) as a short JSON value, for the memory of another machine. Most of a unit follows from its names.
const { MOST_FILES, changesFiles } = require('./touched.js');
const { changes, readName, resourceOf, siteOf } = require('../names/name.js');

// The memory uses the first and the last part, the first start, and the number of parts as far as it is not 1.
const ends = (parts) => (parts.length > 2 ? [parts[0], parts.at(-1)] : parts);
const short = ({ tail, phase }) => [tail, phase];

/** Returns `units` of one trace as a value for JSON. */
function sentUnits(units) {
  return units.map(({ id, owner, parent, isStall, parts, starts, from, to, files }) => {
    const last = to === Infinity || to === -Infinity ? null : to;
    const held = [ends(parts).map(short), starts.slice(0, 1).map(short)];
    return [id, owner, parent ?? null, isStall ? 1 : 0, ...held, from, last, files ? [...files] : null];
  });
}

const isText = (value) => typeof value === 'string';
const isPart = (value) => Array.isArray(value) && value.length === 2 && value.every(isText);
const isParts = (value) => Array.isArray(value) && value.every(isPart);
const isFile = (value) => Array.isArray(value) && value.length === 2 && isText(value[0]) && Number.isInteger(value[1]);
const areFiles = (value) => Array.isArray(value) && value.length <= MOST_FILES && value.every(isFile);
const isEnd = (value) => value === null || Number.isFinite(value);

function isUnit(value) {
  if (!Array.isArray(value)) return false;
  const [id, owner, parent, , parts, starts, from, to, files = null] = value;
  return isText(id) && isText(owner) && (parent === null || isText(parent)) && isParts(parts) && isParts(starts)
    && Number.isFinite(from) && isEnd(to) && (files === null || areFiles(files));
}

function touched(owner, sent) {
  if (!sent) return { changes: changes(owner) };
  const files = new Map(sent);
  return { files, changes: changesFiles(files) };
}

const part = ([tail, phase]) => ({ tail, phase });

/** Returns the units of sentUnits(), at most `most`; those that are none are left out. */
function receivedUnits(value, most) {
  if (!Array.isArray(value)) return [];
  return value.slice(0, most).filter(isUnit).map(([id, owner, parent, isStall, parts, starts, from, to, files]) => ({
    id, owner, api: readName(owner).api, site: siteOf(owner), parent: parent ?? undefined,
    resource: resourceOf(owner), ...touched(owner, files),
    isStall: isStall === 1, parts: parts.map(part), starts: starts.map(part), from, to: to ?? Infinity,
  }));
}

module.exports = { receivedUnits, sentUnits };
