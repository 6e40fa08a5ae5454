'use strict';
// Shows the rows that a race leaves, beside those of the serial orders.
const { countOf, partBy } = require('../analysis/counts.js');
const { plainWords } = require('../analysis/new-word.js');
const { plural } = require('./words.js');

const MOST_TABLES = 3;
const MOST_ROWS = 3;

// Rows that all orders leave tell nothing of the race. Returns the others of each list, and how many are equal.
function apart(lists) {
  const counts = lists.map(countOf);
  const equal = new Map([...counts[0]].map(([row]) => [row, Math.min(...counts.map((own) => own.get(row) ?? 0))]));
  const total = [...equal.values()].reduce((sum, count) => sum + count, 0);
  return { others: lists.map((rows) => partBy(equal, rows).beyond), equal: total };
}

function rowsText(rows, equal) {
  if (rows.length > MOST_ROWS) return plural(rows.length, 'row');
  return plainWords(rows.join(' ')) || (equal > 0 ? 'no other row' : 'no row');
}

const equalText = (count) => (count === 0 ? '' : `   (and ${plural(count, 'row')} as one by one)`);

function linesOf({ table, forced = [], AB = [], BA = [] }) {
  const plain = [forced, AB, BA].map((rows) => rows.map(plainWords));
  const isOnlyWhose = JSON.stringify(plain[0]) === JSON.stringify(plain[1]); // the rows differ in whose ids they have
  const { others, equal } = apart(isOnlyWhose ? [forced, AB, BA] : plain);
  const [now, first, second] = others.map((rows) => rowsText(rows, equal));
  const isOne = JSON.stringify(AB) === JSON.stringify(BA);
  return [
    `  ${`state of ${table}`.padEnd(14)} ${now}${equalText(equal)}`,
    `    one by one   A, B: ${first}${isOne ? '' : `    B, A: ${second}`}`,
  ];
}

/** Returns lines about the tables in `state`, a list of {table, forced, AB, BA} with rows in JSON. */
const stateLines = (state) => state.slice(0, MOST_TABLES).flatMap(linesOf);

module.exports = { stateLines };
