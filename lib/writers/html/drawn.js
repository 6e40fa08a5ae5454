'use strict';
// Chooses what of a run is drawn, and packs it: a report holds many runs, and has to stay small. Operations near the
// race come first; without a race those before the end of the run do.
const { operationName } = require('../../names/short.js');
const { plainText } = require('../../shown/media.js');
const { lanes } = require('../lanes.js');

const MOST_OPERATIONS = 1500; // of a run
const LAST = 60; // operations before the end that are shown first where no race is known
const MARGIN = 0.2; // of the shown time, on both sides
const LEAST_MS = 5;

const beginOf = ({ decided, t }) => Math.min(decided, t);
const endOf = ({ decided, t }) => Math.max(decided, t);

// Returns the operations that the drawing is about: the race, or else the last ones.
function coreOf(operations, raced) {
  const named = operations.filter(({ name }) => raced.includes(name));
  return named.length > 0 ? named : [...operations].sort((a, b) => a.t - b.t).slice(-LAST);
}

// Returns [from, to], the time that is shown first.
function zoomOf(core) {
  if (core.length === 0) return [0, 1];
  const [from, to] = [Math.min(...core.map(beginOf)), Math.max(...core.map(endOf))];
  const margin = Math.max(LEAST_MS, (to - from) * MARGIN);
  return [from - margin, to + margin];
}

/**
 * Returns {lanes, zoom, operations} of `traces`. `lanes` are their names and sizes, `zoom` the time to show first, and
 * `operations` those to draw, the most important first, each with the index of its lane. Times count from the first
 * operation, because a program first loads its modules. `raced` are the names of the two operations of the race.
 */
function drawn(traces, raced) {
  const all = lanes(traces);
  const operations = all.flatMap((entry, lane) => entry.operations.map((operation) => ({ ...operation, lane })));
  const begin = operations.reduce((least, operation) => Math.min(least, beginOf(operation)), Infinity);
  const core = coreOf(operations, raced);
  const zoom = zoomOf(core);
  const moments = core.map(({ t }) => t);
  const distanceOf = ({ t }) => moments.reduce((least, moment) => Math.min(least, Math.abs(t - moment)), Infinity);
  const near = operations.map((operation) => [distanceOf(operation), operation]).sort((a, b) => a[0] - b[0]);
  return {
    lanes: all.map(({ lane, operations: { length } }) => ({ lane, length })),
    zoom: zoom.map((t) => Math.max(0, t - begin)),
    operations: near.slice(0, MOST_OPERATIONS).map(([, { decided, t, ...operation }]) => {
      return { ...operation, label: operationName(operation), decided: decided - begin, t: t - begin };
    }),
  };
}

const rounded = (ms) => Math.round(ms * 10) / 10;

// Each text is in the report once.
function tableOf() {
  const texts = [];
  const known = new Map();
  const indexOf = (text) => {
    if (text === undefined) return -1;
    if (!known.has(text)) known.set(text, texts.push(plainText(text)) - 1);
    return known.get(text);
  };
  return { texts, indexOf };
}

function packedRun({ title, lanes: of, zoom, operations }, most, indexOf) {
  const kept = operations.slice(0, most);
  const counts = of.map(({ length }, lane) => length - kept.filter((operation) => operation.lane === lane).length);
  return {
    title,
    zoom: zoom.map(rounded),
    lanes: of.map(({ lane }, index) => ({ lane: plainText(lane), leftOut: counts[index] })),
    operations: kept.map(({ lane, label, name, site, decided, t, delay, lost }) => {
      const words = [label, name, site].map(indexOf);
      return [lane, ...words, rounded(decided), rounded(t), delay ?? -1, lost ? 1 : 0];
    }),
  };
}

/**
 * Returns the data of page.js for `failures`, [{raced, runs}] with runs as drawn() returns them and a title, as JSON of
 * at most `bytes` characters: as many operations of each run as there is room for.
 */
function packed(failures, bytes) {
  for (let most = MOST_OPERATIONS; ; most = Math.floor(most / 2)) {
    const { texts, indexOf } = tableOf();
    const data = failures.map(({ raced, runs }) => (
      { raced: raced.map(plainText), runs: runs.map((run) => packedRun(run, most, indexOf)) }));
    // Inside a script element only "<" could end the data.
    const json = JSON.stringify({ texts, failures: data }).replaceAll('<', '\\u003c');
    if (json.length <= bytes || most === 0) return json;
  }
}

module.exports = { drawn, packed };
