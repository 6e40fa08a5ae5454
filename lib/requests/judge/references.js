'use strict';
// Tells which new row an id in an outcome means. Small numbers are ids in several tables at once, and prices, and what
// a request sends, so the text alone does not tell.

const { withoutPattern } = require('../../analysis/name-patterns.js');

const URL_NAME = /(?:^|[._ ])(?:location|url|uri|href|link|self)$/i;
const ID_NAME = /(?:^|[._ ])(?:\w*_)?id$|Id$/;

const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const singular = (name) => name.replace(/ies$/, 'y').replace(/(ss|x|ch|sh)es$/, '$1').replace(/([^s])s$/, '$1');
const nameOfTable = (path) => singular(plain(withoutPattern(path).split(' ').at(-1).split('.').at(-1)));

// "order" of "lines.order_id" and of "body.order.id"; "" of "body.id".
function stemOf(path) {
  const names = withoutPattern(path).replaceAll('[]', '').split(/[. ]/);
  const own = names.at(-1).replace(/_?id$/i, '');
  const above = names.at(-2);
  return singular(plain(own === '' && names.length > 2 && above !== 'body' ? above : own));
}

// "order" and "line" of "/orders/7/lines"; a later one says more of what the answer is about.
const stemsOfTarget = (target = '') => target.split('?')[0].split('/').map((part) => singular(plain(part))).filter(Boolean);

// The column "first tag" may mean a "first tag" or a "tag": a foreign key may have the name of its table only.
function stemsOfColumn(path) {
  const words = path.split(/[. ]/).at(-1).replaceAll('[]', '').replace(/([a-z])([A-Z])/g, '$1_$2').split('_');
  return words.map((_, at) => singular(plain(words.slice(at).join(''))));
}

const isNamed = (table, stem) => stem !== '' && (table.endsWith(stem) || stem.endsWith(table));

/** Returns whether the last name of a path is one for ids. */
const isIdPath = (path) => ID_NAME.test(path);

/** Returns whether the last name of a path is one for addresses, which have ids between slashes. */
const isUrlPath = (path) => URL_NAME.test(path);

/**
 * Yields {path, key, ids} of each table: the path of its primary key if that is one column, and the keys of its rows
 * that were not there before.
 */
function* newRows({ before = {}, middle = {}, after = {} }) {
  for (const [store, tables] of Object.entries(after)) {
    for (const [table, { rows, primary }] of Object.entries(tables)) {
      const path = `${store} ${table}`;
      if (primary?.length !== 1) {
        yield { path, ids: [] };
        continue;
      }
      const idsOf = (given = []) => given.map((row) => String(row[primary[0]]));
      const known = new Set(idsOf(before[store]?.[table]?.rows));
      const ids = new Set([...idsOf(middle[store]?.[table]?.rows), ...idsOf(rows)].filter((id) => !known.has(id)));
      yield { path, key: `${path}.${primary[0]}`, ids: [...ids] };
    }
  }
}

// Columns with a foreign key: path -> name of the table.
function foreignIn({ after = {} }) {
  const pairs = [];
  for (const [store, tables] of Object.entries(after)) {
    for (const [table, { foreign = {} }] of Object.entries(tables)) {
      for (const [column, target] of Object.entries(foreign)) pairs.push([`${store} ${table}.${column}`, nameOfTable(target)]);
    }
  }
  return new Map(pairs);
}

/**
 * Returns a function of (path, text, isSure) that returns the new rows which the text at that path may mean, as words
 * "path of the key = id". `isSure`: only where a name tells the table. `keys`: the set of paths of generated keys.
 * `unnamed`: path of a column that nothing names -> that of the key to which it refers (unnamed.js).
 */
function referencesIn({ states, sent = [], targets = {} }, keys, unnamed = new Map()) {
  const nodes = new Map(); // id -> [{table, key}]
  const tables = new Set();
  const ownKeys = new Set();
  for (const { path, key, ids } of newRows(states)) {
    const table = nameOfTable(path);
    tables.add(table);
    if (key !== undefined) ownKeys.add(key);
    if (!keys.has(key)) continue;
    for (const id of ids) nodes.set(id, [...nodes.get(id) ?? [], { table, key }]);
  }
  const foreign = foreignIn(states);
  const isSent = new Set(sent.map(String));
  const meant = (path, text, found, isSure) => {
    if (keys.has(path)) return found.filter(({ key }) => key === path);
    if (foreign.has(path)) return found.filter(({ table }) => table === foreign.get(path));
    if (!isIdPath(path) && !isUrlPath(path)) {
      const stems = stemsOfColumn(path);
      const named = found.filter(({ table }) => stems.includes(table));
      return named.length > 0 ? named : found.filter(({ key }) => key === unnamed.get(path));
    }
    const stem = stemOf(path);
    const stems = stem === '' ? stemsOfTarget(targets[path.split(' ')[0]]).toReversed() : [stem];
    const own = stems.map((one) => found.filter(({ table }) => isNamed(table, one))).find((some) => some.length > 0);
    if (own) return own;
    // An id of another table, and one that a request sends without a row of that name.
    const isOther = [...tables].some((table) => isNamed(table, stem)) || (ownKeys.has(path) && stem === '');
    return isSure || isOther || (isSent.has(text) && stem !== '') ? [] : found;
  };
  return (path, text, isSure = false) => {
    const found = nodes.get(text);
    return found === undefined ? [] : meant(path, text, found, isSure).map(({ key }) => `${key}=${text}`);
  };
}

const SHORT_NUMBER = /^\d{1,9}$/;

// Paths of the primary keys that are one column.
const keyPaths = (states) => [...newRows({ ...states, before: {} })].map(({ key }) => key).filter(Boolean);

/**
 * Returns a function of (path, text) that returns the rows which a short number at a path of `noise`, the set of those
 * that differ between equal runs, may mean, as referencesIn() does. Where a suite resets nothing the ids of several
 * tables grow from run to run, and are equal in some runs by chance. A table may be none of those that are read.
 */
function grownIn(outcome, noise) {
  const keys = new Set(keyPaths(outcome.states).filter((path) => noise.has(path)));
  if (keys.size === 0) return () => [];
  const refersTo = referencesIn({ ...outcome, states: { ...outcome.states, before: {} } }, keys);
  const foreign = foreignIn(outcome.states);
  const stemAt = (path) => foreign.get(path) ?? (isIdPath(path) ? stemOf(path) : '');
  return (path, text) => {
    if (!noise.has(path) || !SHORT_NUMBER.test(text)) return [];
    const rows = refersTo(path, text, true);
    const stem = rows.length > 0 ? '' : stemAt(path);
    return stem === '' ? rows : [`${stem}=${text}`];
  };
}

module.exports = { grownIn, isIdPath, isUrlPath, newRows, referencesIn };
