'use strict';
// Finds values that are secrets in statements of SQL. In a statement that names a secret, a literal is shown only if
// the statement itself says that it belongs to something else: email = 'ann', or a place in VALUES of another column.
const { isSecretName, isSecretNumber } = require('../names/secret-names.js');

// SELECT is a word of prose, too.
const VERBS = String.raw`(?:insert|replace)\s+(?:\w+\s+)?into|update\s+[^\s;]+(?:\s+(?:as\s+)?\w+)?\s+set|delete\s+from|`
  + String.raw`merge\s+into|(?:alter|create)\s+(?:user|role)|select(?=[^'$]{0,2000}?(?:\bfrom\b|\bwhere\b|\())`;
const STATEMENT = new RegExp(String.raw`(?<![\w.-])(?:${VERBS})\b`, 'gi');

// A text in quotes may end before its quote where it was cut. An apostrophe within a word begins none.
const TOKEN = new RegExp([
  String.raw`(?<string>(?:(?<![\w'])[ENXB]|(?<![\w']))'(?:[^'\\]|''|\\.)*(?:'|$)|\$(?<tag>[A-Za-z_]*)\$[\s\S]*?(?:\$\k<tag>\$|$))`,
  String.raw`(?<name>[A-Za-z_][\w$]*(?:-[A-Za-z_][\w$]*)*|\\{0,9}"(?:[^"\\]|"")*\\{0,9}"|\x60[^\x60]*\x60|\[[^\]\s]*\])`,
  String.raw`(?<number>(?<![\w$:])-?\d+(?:\.\d+)?(?![\w.]))`,
  String.raw`(?<key>->>?)`, String.raw`(?<sign>[<>!=~]+\*?|:=)`, String.raw`(?<stack>\n\s+at\s)`, String.raw`(?<mark>[(),;.])`,
].join('|'), 'gs');

const COMPARES = /^(?:i?like|is|in|not|any|all|some|similar|to|regexp|rlike|collate|binary)$/i;
const TYPES = /^(?:interval|date|time|timestamp|timestamptz)$/i;
const MAKES_SECRETS = /crypt|digest|hmac|md5|sha\d|encode|password/i; // names of functions
const LONGEST = 20_000; // characters of a statement

const kindOf = ({ groups }) => ['string', 'name', 'number', 'key', 'sign', 'stack', 'mark'].find((kind) => groups[kind] !== undefined);

function tokensOf(text, start) {
  const tokens = [];
  TOKEN.lastIndex = start;
  for (let found = TOKEN.exec(text); found && found.index < start + LONGEST; found = TOKEN.exec(text)) {
    const kind = kindOf(found);
    if (kind === 'stack' || found[0] === ';') break;
    tokens.push({ kind, text: found[0], start: found.index, end: found.index + found[0].length });
  }
  return tokens;
}

const plainName = (text) => text.replace(/^[\\"`[]+|[\\"`\]]+$/g, '');
const inside = ({ text, start, end }) => {
  const [open] = /^(?:[ENXB]?'|\$\w*\$)/i.exec(text);
  const close = open.startsWith('$') ? open : '\'';
  return [start + open.length, text.length > open.length && text.endsWith(close) ? end - close.length : end];
};

// The place of the parenthesis that the one at `at` closes.
function opening(tokens, at) {
  for (let depth = 0; at >= 0; at--) {
    if (tokens[at].text === ')') depth++;
    if (tokens[at].text === '(' && --depth === 0) return at;
  }
  return 0;
}

// The names of what is compared, which ends at `at`: "a.email", "lower(email)", "data->>'email'".
function namesBefore(tokens, at) {
  const last = tokens[at];
  if (last === undefined) return [];
  if (last.kind === 'string' && tokens[at - 1]?.kind === 'key') return [last.text.slice(1, -1)];
  if (last.kind === 'name') return [plainName(last.text)];
  if (last.text !== ')') return [];
  return tokens.slice(Math.max(0, opening(tokens, at) - 1), at).filter(({ kind }) => kind === 'name').map(({ text }) => plainName(text));
}

// The names to which a literal at `at` belongs by a comparison or an assignment; undefined if there is none.
function comparedWith(tokens, at) {
  let place = at - 1;
  let isList = false;
  let wrapped = false;
  for (; place >= 0; place--) {
    const { kind, text } = tokens[place];
    if (text === '(') wrapped = true;
    else if (kind === 'name' && wrapped && !COMPARES.test(text)) {
      if (MAKES_SECRETS.test(text)) return undefined; // password = crypt('x', ...)
      wrapped = false;
    } else if (text === ',' || ((kind === 'string' || kind === 'number') && isList)) isList = true;
    else break;
  }
  let isCompared = false;
  let isIn = false;
  while (place >= 0 && (tokens[place].kind === 'sign' || COMPARES.test(tokens[place].text))) {
    isIn ||= /^(?:in|any|all)$/i.test(tokens[place].text);
    isCompared = true;
    place--;
  }
  if (!isCompared || (isList && !isIn)) return undefined;
  const names = namesBefore(tokens, place);
  return names.length > 0 ? names : undefined;
}

// The columns of literals in VALUES: place of a token -> name.
function columnsOf(tokens) {
  const columns = new Map();
  const word = (at, pattern) => tokens[at]?.kind === 'name' && pattern.test(tokens[at].text);
  const into = tokens.findIndex((_, at) => word(at, /^into$/i));
  const open = tokens.findIndex(({ text }, at) => at > into && text === '(');
  const values = tokens.findIndex((_, at) => at > into && word(at, /^values?$/i));
  if (into < 0 || open < 0 || values < open) return columns;
  const close = tokens.findIndex(({ text }, at) => at > open && text === ')');
  const names = tokens.slice(open + 1, close).filter(({ kind }) => kind === 'name').map(({ text }) => plainName(text));
  let [depth, index] = [0, 0];
  for (let at = values + 1; at < tokens.length; at++) {
    const { text, kind } = tokens[at];
    if (depth === 0 && text !== '(' && text !== ',') break;
    if (text === '(' && depth++ === 0) index = 0;
    else if (text === ')') depth--;
    else if (text === ',' && depth === 1) index++;
    else if (kind === 'string' || kind === 'number') columns.set(at, names[index] ?? '');
  }
  return columns;
}

const SHOWN = /^(?:|null|true|false|yes|no|none|\*{3}|\$\d+|\?|%[sdj]|-?\d{1,5})$/i;

const isSecret = ({ kind }, name) => (kind === 'number' ? isSecretNumber(name) : isSecretName(name));
// `'x' = password`: the name comes later.
const isBeforeName = (tokens, at) => tokens[at + 1]?.kind === 'sign' && tokens[at + 2]?.kind === 'name';

function belongsTo(tokens, at, columns) {
  if (columns.has(at)) return [columns.get(at)];
  if (!isBeforeName(tokens, at)) return comparedWith(tokens, at);
  let last = at + 2;
  while (tokens[last + 1]?.text === '.' && tokens[last + 2]?.kind === 'name') last += 2;
  return [plainName(tokens[last].text)];
}

function isShown(tokens, at, columns) {
  const token = tokens[at];
  const before = tokens[at - 1];
  const value = token.kind === 'number' ? token.text : token.text.slice(...inside({ ...token, start: 0, end: token.text.length }));
  if (token.kind === 'string' && SHOWN.test(value)) return true;
  if (before?.kind === 'key' || (before?.kind === 'name' && TYPES.test(before.text))) return true;
  const names = belongsTo(tokens, at, columns);
  return names !== undefined && !names.some((name) => isSecret(token, name));
}

/** Yields [start, end] of the secrets in the statements of SQL in `text`. */
function* secretsInSql(text) {
  let from = 0;
  for (const { index } of text.matchAll(STATEMENT)) {
    if (index < from) continue;
    const tokens = tokensOf(text, index);
    from = tokens.at(-1)?.end ?? index + 1;
    const names = tokens.filter(({ kind }, at) => kind === 'name' || (kind === 'string' && tokens[at - 1]?.kind === 'key'))
      .map((one) => (one.kind === 'name' ? plainName(one.text) : one.text.slice(1, -1)));
    const kinds = { string: names.some(isSecretName), number: names.some(isSecretNumber) };
    if (!kinds.string && !kinds.number) continue;
    const columns = columnsOf(tokens);
    for (const [at, token] of tokens.entries()) {
      if (!kinds[token.kind] || isShown(tokens, at, columns)) continue;
      yield token.kind === 'string' ? inside(token) : [token.start, token.end];
    }
  }
}

module.exports = { secretsInSql };
