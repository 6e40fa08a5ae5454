'use strict';
// Says what a statement of SQL does with rows, in each dialect. It only looks at words, since the program under test
// has no parser: those in texts, comments and quoted names do not count.

// A text that does not end goes on to the end: a search for its end from each quote would take too long.
const NAME = String.raw`(?:(?:"[^"]*(?:"|$))+|\x60[^\x60]*(?:\x60|$)|\[[^\]]*(?:\]|$)|[A-Za-z_][\w$]*)`;
const TEXT = String.raw`'[^'\\]*(?:\\[^][^'\\]*)*(?:'|$)|\$((?:[A-Za-z_]\w*)?)\$[^]*?(?:\$\1\$|$)`;
const SKIPPED = String.raw`--[^\n]*|/\*[^]*?(?:\*/|$)|${TEXT}`;
const TOKEN = new RegExp(String.raw`${SKIPPED}|(${NAME}(?:\.${NAME})*|[();])`, 'g');

// As the classes of an access (docs/reference/requests-format.md): adds, writes, deletes.
const CHANGES = {
  insert: 'A', replace: 'A', upsert: 'A', update: 'W', merge: 'W', delete: 'D', truncate: 'D', drop: 'D',
};
const BEFORE_TABLE = new Set([
  'into', 'from', 'only', 'table', 'if', 'exists', 'or', 'ignore', 'replace', 'rollback', 'abort', 'fail', 'low_priority',
  'high_priority', 'delayed', 'quick',
]);
const NOT_ONLY_READS = new Set(['into', 'nextval', 'setval']);
const LOCKS = new Set(['update', 'share', 'no', 'key']); // SELECT ... FOR NO KEY UPDATE

function wordsOf(statement) {
  const tokens = [...statement.matchAll(TOKEN)].map(([, , token]) => token).filter((token) => token !== undefined);
  return { tokens, words: tokens.map((token) => token.toLowerCase()) };
}

// A statement begins the text, follows a semicolon, or is in parentheses. The main one of a WITH is behind them.
const beginsAt = (words, at) => at === 0 || words[at - 1] === ';' || words[at - 1] === '('
  || (words[at - 1] === ')' && words[0] === 'with');

// replace(name, 'a', 'b') is a call.
const isChange = (words, at) => Object.hasOwn(CHANGES, words[at]) && words[at + 1] !== '(' && beginsAt(words, at);

function changesIn({ tokens, words }) {
  if (words[0] === 'create') return []; // a trigger or a function contains statements of later
  const tableAfter = (at) => tokens.find((_, place) => place > at && !BEFORE_TABLE.has(words[place]));
  return words.flatMap((word, at) => (isChange(words, at) ? [{ kind: CHANGES[word], table: tableAfter(at) }] : []));
}

function onlyReads(words) {
  const isSelect = words.some((word, at) => word === 'select' && beginsAt(words, at));
  const locks = words.some((word, at) => word === 'for' && LOCKS.has(words[at + 1]));
  return words[0] !== 'create' && isSelect && !locks && !words.some((word) => NOT_ONLY_READS.has(word));
}

/** Returns [{kind: A, W or D, table}] for each change that a statement makes; the table is written as it is there. */
const changesOf = (statement) => changesIn(wordsOf(statement));

/**
 * Returns the kind of a statement: A if it adds rows, W if it changes some, D if it only removes some, R if it only
 * reads. Undefined for others, such as SELECT ... FOR UPDATE and commands of other stores.
 */
function statementKind(statement) {
  const found = wordsOf(statement);
  const kinds = changesIn(found).map(({ kind }) => kind);
  return ['A', 'W', 'D'].find((kind) => kinds.includes(kind)) ?? (onlyReads(found.words) ? 'R' : undefined);
}

module.exports = { changesOf, statementKind };
