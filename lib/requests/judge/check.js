'use strict';
// Invariants of the user's (--check): SQL that must return nothing, or a function of the outcome.
const fs = require('node:fs');

const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { Apart } = require('../../process/apart.js');

const LONGEST_MS = 30_000; // of a call of the function

const COMMENTS = /--[^\n]*|\/\*(?!!)[\s\S]*?\*\//; // MySQL runs what stands in /*! */
const QUOTED = /"(?:[^"]|"")*"|`[^`]*`|\$(\w*)\$[\s\S]*?\$\2\$/; // a part of WAYS
const TEXTS = [/'(?:[^']|'')*'/, /'(?:[^'\\]|\\.|'')*'/]; // of PostgreSQL and SQLite, and of MySQL
const WAYS = TEXTS.map((text) => new RegExp(`(${COMMENTS.source})|${QUOTED.source}|${text.source}`, 'g'));

// A read-only transaction refuses changes of rows, but neither programs that are started nor files that are written.
const PRAGMA = /^\s*pragma\s+(?:\w+\.)?(?:foreign_key|integrity|quick)_check\b(?!\s*=)/i;
const QUERY = /^[(\s]*(?:select|with|values|table)\b/i;
const INTO_FILE = /\binto\s+(?:outfile|dumpfile)\b/i;

// The text without its comments, texts and quoted names, in each dialect.
const bareTexts = (sql) => WAYS.map((way) => sql.replace(way, (all, comment) => (comment === undefined ? 'x' : ' ')));

// The number of statements in a text, in the dialect that makes fewer of it.
function statementsIn(sql) {
  return Math.min(...bareTexts(sql).map((text) => text.split(';').filter((part) => part.trim() !== '').length));
}

const isQuery = (sql) => bareTexts(sql).every((text) => (
  (QUERY.test(text) || PRAGMA.test(text)) && !INTO_FILE.test(text)));

function readSql(file) {
  const sql = fs.readFileSync(file, 'utf8');
  const count = statementsIn(sql);
  if (count !== 1) throw new UserError(messages.checkOfSeveral(file, count));
  if (!isQuery(sql)) throw new UserError(messages.checkIsNoQuery(file));
  return { file, sql };
}

/**
 * Resolves to {file, sql, broken(outcome)} of a file: `sql` goes into the plan, broken() resolves to a text if the
 * invariant does not hold, or to undefined. All are absent without a file.
 */
async function readCheck(file) {
  if (file === undefined) return {};
  try {
    if (file.endsWith('.sql')) return readSql(file);
    const check = new Apart(file, LONGEST_MS);
    await check.load();
    return { file, broken: (outcome) => brokenBy(check, outcome) };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(messages.cannotRead(file, error));
  }
}

// The function returns a text, or throws as an assertion does.
async function brokenBy(check, { responses, states }) {
  try {
    return await check.call({ responses, state: states.after });
  } catch (error) {
    return error.message.split('\n')[0];
  }
}

module.exports = { readCheck };
