'use strict';
// Words for the rows of which a race tells.
const { isDeepStrictEqual: same } = require('node:util');

const { isNewWord, plainWords } = require('../analysis/new-word.js');
const { differingPart } = require('./differing-part.js');

const show = (value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value) ?? 'nothing');

// The number of a database in Redis says nothing about the race.
const tableText = (table) => (/^\d+$/.test(table ?? '') ? undefined : table);

// For a loss whose rows are in a Redis database without a name.
const tableName = (table) => tableText(table) ?? 'keys';

const EMPTY = new Set(['null', '""', '[]', '{}', '"[]"', '"{}"']); // in JSON, also in that of a column
const isEmpty = ([, value]) => EMPTY.has(JSON.stringify(value));

// Four columns name a row. Those that have nothing in them come last.
function rowText(row) {
  const known = Object.entries(row ?? {}).filter(([, value]) => !isNewWord(value));
  const shown = [...known.filter((one) => !isEmpty(one)), ...known.filter(isEmpty)].slice(0, 4);
  return shown.map(([column, value]) => `${column} ${show(value)}`).join(', ');
}

// All keys of a store are one table, and all files of a folder. A value that is new in each run says nothing.
function rowName({ table, row }) {
  const name = tableName(table);
  const isKey = name === 'keys' && row.key !== undefined;
  const isFile = Object.keys(row).sort().join() === 'content,name';
  const own = isKey ? row.key : isFile ? row.name : undefined;
  if (own === undefined || isNewWord(own)) return name;
  return isKey || table === '.' ? own : `${table}/${own}`;
}

// Values that are new in each run count as equal to all.
const plain = (value) => plainWords(JSON.stringify(value) ?? '');
const isWord = (value) => typeof value === 'string' && isNewWord(value);
const areApart = (a, b) => !isWord(a) && !isWord(b) && plain(a) !== plain(b);

// Each value is that of a serial order, and all of them are those of none.
function mixedRowText(loss, columns) {
  const values = (row) => columns.map((column) => show(row[column])).join(', ');
  const then = [...new Set(loss.serial.map(values))].join(' or ');
  return `an update of ${rowName(loss)} is lost: ${columns.join(', ')} are ${values(loss.row)}, one by one ${then}`;
}

/** Says which update of a row is lost: a column that is as in no serial order, and of a document its part. */
function updateText({ loss }) {
  const { row, serial } = loss;
  const names = Object.keys(Object.assign({}, row, ...serial));
  const strange = (areOther) => names.find((name) => serial.every((one) => areOther(one[name], row[name])));
  const changed = names.filter((name) => serial.some((one) => areApart(one[name], row[name])));
  const apart = strange(areApart);
  if (apart === undefined && changed.length > 1) return mixedRowText(loss, changed);
  const column = apart ?? strange((a, b) => !same(a, b)); // null in the place of a value that is new in each run
  if (column === undefined) return `an update of ${rowName(loss)} is lost`;
  const { path, value, others } = differingPart(row[column], serial.map((one) => one[column]));
  const then = [...new Set(others.map(show))].join(' or ');
  return `an update of ${rowName(loss)} is lost: ${[column, ...path].join('.')} is ${show(value)}, one by one ${then}`;
}

// "balance of account id 1"; the value of a key, or a part of it, and of a file.
function cellText({ column, table, row }) {
  const { key, name } = row ?? {};
  if (key !== undefined && table === 'keys') return `key ${key}${column.replace(/^value/, '')}`;
  if (column.startsWith('content')) return `file ${table}/${name}${column.replace(/^content/, '')}`;
  const of = Object.entries(row ?? {}).map(([primary, value]) => ` ${primary} ${show(value)}`).join('');
  return `${column} of ${tableText(table)}${of}`;
}

module.exports = { cellText, rowName, rowText, show, tableName, tableText, updateText };
