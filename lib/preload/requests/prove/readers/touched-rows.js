'use strict';
// Says which rows of a large table are read: those that the two requests may have changed.

const MOST_VALUES = 1000;
const DIGITS = /^-?\d{1,15}$/;
const DATE = /^\d{4}-\d\d-\d\d/;

// Numbers and texts are written alike by programs and databases; times and truth values are not.
function kindOf(column, sample) {
  const values = sample.map((row) => row[column]).filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return undefined;
  if (values.every((value) => typeof value === 'number')) return 'number';
  return values.every((value) => typeof value === 'string' && !DATE.test(value)) ? 'text' : undefined;
}

function valuesFor(kind, recorded, named) {
  if (kind === undefined || recorded.includes(null)) return [];
  const values = [...new Set([...recorded, ...named].map(String))];
  return kind === 'number' ? values.filter((value) => DIGITS.test(value)).map(Number) : values;
}

// The columns that choose the rows of one change: those of the primary key, if it names them.
function chosen(rows, { primary, named, kinds }) {
  const columns = primary.length > 0 && primary.every((column) => column in rows) ? primary : Object.keys(rows);
  return columns.map((column) => {
    const kind = kinds(column);
    return { column, kind, values: valuesFor(kind, rows[column], named) };
  }).filter(({ values }) => values.length > 0);
}

const has = (row, group) => group.every(({ column, values }) => values.map(String).includes(String(row[column])));

/**
 * Returns {where, values, misses(rows)}: the condition for a table's rows that two requests may change, and a function
 * that returns whether a row is missing among those found before the first change, as one that goes by another key in
 * this run. Returns undefined if the condition is not known. `touched`: {rows, made} of the table, as in the plan.
 * `sample`: some of its rows; `primary`: the columns of its primary key; `named`: the values that the requests have
 * sent; `top`: the highest key before their first change. `dialect`: {quoted, mark, compared}.
 */
function touchedRows({ rows, made }, { sample, primary = [], named, top }, dialect) {
  const kinds = (column) => kindOf(column, sample);
  const groups = rows.map(({ keys }) => chosen(keys, { primary, named, kinds }));
  const count = groups.flat().reduce((sum, { values }) => sum + values.length, 0);
  if (groups.some((group) => group.length === 0) || count > MOST_VALUES) return undefined;
  const values = [];
  const mark = (value) => dialect.mark(values.push(value));
  const oneOf = ({ column, kind, values: list }) => {
    const [name, cast] = dialect.compared(dialect.quoted(column), kind === 'number');
    return `${name} IN (${list.map((value) => cast(mark(value))).join(', ')})`;
  };
  const parts = groups.map((group) => `(${group.map(oneOf).join(' AND ')})`);
  if (made && (kinds(primary[0]) !== 'number' || top === undefined)) return undefined;
  if (made) parts.push(`${dialect.quoted(primary[0])} > ${dialect.compared('', true)[1](mark(top))}`);
  if (parts.length === 0) return undefined;
  const misses = (found) => !made
    && groups.some((group, i) => rows[i].isThere && !found.some((row) => has(row, group)));
  return { where: `WHERE ${parts.join(' OR ')}`, values, misses };
}

module.exports = { touchedRows };
