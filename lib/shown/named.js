'use strict';
// Finds values that are secrets by the names before them, in any text: JSON, forms, query strings, headers, cookies,
// SQL, commands of Redis, command lines.
const { isSecretName, isSecretNumber } = require('../names/secret-names.js');
const { secretsInSql } = require('./sql.js');

const PLACEHOLDER = /^(?:\$(?:\d|\{|\(|[A-Za-z_])|[?:]\w*$|%[sdj]\b|[<{]|\*{3})/;
const NO_VALUE = new Set([
  'null', 'undefined', 'true', 'false', 'none', 'required', 'invalid', 'missing', 'expired', 'string', 'number', 'object',
  'empty', 'failed', 'passed', 'ok', 'yes', 'no', 'unknown',
]);
const isShortNumber = (value) => /^-?\d{1,5}(?:\.\d+)?$/.test(value);

function isHidden(name, value) {
  if (value === '' || PLACEHOLDER.test(value) || NO_VALUE.has(value.toLowerCase())) return false;
  return isShortNumber(value) ? isSecretNumber(name) : true;
}

// A text in quotes, which may be escaped as those of JSON in JSON, and may end before its quote where it was cut.
const QUOTED = String.raw`"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|''|\\.)*(?:'|$)|(\\+)(["'])[\s\S]*?(?:\1\2|$)`;
const BARE = String.raw`[^\s"'\x60,;&<>(){}\[\]|\\]+`;
const NAME = String.raw`[A-Za-z_][\w-]{1,60}`;
const LONGEST_LIST = 2000; // characters
const QUOTE = /^\\*["']|\\*["']$/g;

// name=value, "name": "value", name: value, "name" LIKE 'value', name IN ('value')
const SIGN = String.raw`\s*(?:=>|:=|[<>!]=|<>|={1,3}|%3D|:)\s*|\s+(?:I?LIKE|IS|IN)\b\s*|[),]\s*(?==>)`;
const CALL = String.raw`(?:[EN](?=')|\w{1,20}\((?='))?`; // E'value', lower('value')
// A name may end with a quote or an index before its sign: "name"=, user[name]=, name[0]=, and the same in a URL.
const CLOSING = String.raw`\\*["'\x60]|\)|\]?(?:\[\d{0,9}\]){1,5}|\]|(?:%5D)?(?:%5B\d{0,9}%5D){1,5}|%5D`;
const PAIR = new RegExp(
  String.raw`(?:(?<![\w-])|(?<=%(?:5B|3F|26)))(${NAME})(${CLOSING})?((?:${SIGN})${CALL})`, 'gi');
const VALUE = new RegExp(String.raw`${QUOTED}|\([^)]*\)|${BARE}`, 'y');

const CODE = /^(?:[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+|await|new|this|typeof|function|async|null)$/;
const isCode = (value, rest) => CODE.test(value) || isSecretName(value) || /^\s*[(;[.?]/.test(rest);

const PASSWORD = /pass(?:w(?:or)?d|wort|phrase)$/i;

// A bare text after a colon or between spaces may be a word of a sentence, of SQL, or of a program.
function isLoneValue({ name, value, sign, before, rest }) {
  if (/^(?::?=|%3D)$/i.test(sign)) return true;
  if (/^\d+$/.test(value)) return true;
  if (/^\s*=\s*$/.test(sign)) {
    const isDeclared = /\b(?:const|let|var)\s+$/.test(before);
    return !isDeclared && !isCode(value, rest) && (PASSWORD.test(name) || (/\d/.test(value) && value.length >= 6));
  }
  if (/\s/.test(sign) && !sign.startsWith(':')) return false;
  if (/\d/.test(value) && value.length >= 4) return true;
  return sign.startsWith(':') && (value.length >= 20 || /^[ \t]*(?:\\[rn]|[\r\n]|$)/.test(rest));
}

// The end of a list or an object of JSON that begins at `start`.
function bracketEnd(text, start) {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + LONGEST_LIST); at++) {
    if ('[{'.includes(text[at])) depth++;
    if (']}'.includes(text[at]) && --depth === 0) return at + 1;
  }
  return Math.min(text.length, start + LONGEST_LIST);
}

// JSON stays JSON: a number becomes a text.
const maskIn = (quote, value) => (/^-?\d+(?:\.\d+)?$/.test(value) ? `${quote}***${quote}` : undefined);

// "hash: 4f3a9c21" of a build. A field or a column of this name is one of a password.
const isChecksum = (name, sign, value) => /^hash$/i.test(name) && sign.startsWith(':') && /^[\da-f]+$/i.test(value);

const OPENS = /^(?:\\*["']|\()/;
const CLOSES = /(?:\\*["']|\))$/;
const lengthOf = (pattern, text) => pattern.exec(text)?.[0].length ?? 0;

// A password or a passphrase without quotes may have several words: "password=a b c". It ends before the next name, as
// in a DSN, or with the line. In a URL, in an option and in a variable of a shell it has none.
const isVariable = (name) => name === name.toUpperCase();
const NO_WORDS_BEHIND = /[?&/.%-]/;
const FURTHER = new RegExp(
  String.raw`(?:[ \t]+(?![\w.-]+\s*[:=]|--?\w|\*\/|(?:WHERE|AND|OR|FROM|RETURNING)\b)[^\s"'\x60,;&<>(){}\[\]|\\]+)+`, 'y');

function furtherWords(text, { index, name, sign, end }) {
  if (sign.trim() !== '=' || !PASSWORD.test(name) || isVariable(name) || NO_WORDS_BEHIND.test(text.charAt(index - 1))) return 0;
  FURTHER.lastIndex = end;
  return FURTHER.exec(text)?.[0].length ?? 0;
}

function* pairs(text) {
  for (const { 0: whole, 1: name, 2: closing, 3: sign, index } of text.matchAll(PAIR)) {
    if (!isSecretName(name)) continue;
    VALUE.lastIndex = index + whole.length;
    const [bracket] = text.slice(VALUE.lastIndex, VALUE.lastIndex + 2).match(/^(?:\{|\[(?!\]))/) ?? [];
    const mark = /["'\x60]$/.test(closing) ? closing : '';
    if (bracket && closing) yield [VALUE.lastIndex, bracketEnd(text, VALUE.lastIndex), `${mark}***${mark}`];
    const found = bracket ? undefined : VALUE.exec(text);
    if (!found) continue;
    const [value] = found;
    const end = found.index + value.length;
    const open = lengthOf(OPENS, value);
    const [before, rest] = [text.slice(Math.max(0, index - 8), index), text.slice(end, end + 4)];
    const isValue = open > 0 || isLoneValue({ name, value, sign, before, rest });
    if (open === 0 && closing === undefined && isChecksum(name, sign, value)) continue;
    if (!isValue || !isHidden(name, value.replace(QUOTE, ''))) continue;
    const further = open > 0 || closing ? 0 : furtherWords(text, { index, name, sign, end });
    const last = end + further - (open > 0 ? lengthOf(CLOSES, value.slice(open)) : 0);
    const isField = open === 0 && sign.includes(':') && mark !== '';
    yield [found.index + open, last, isField ? maskIn(mark, value) : undefined];
  }
}

// The whole line of a header, or all up to the quote that closes it.
const HEADER = new RegExp(String.raw`(?<![\w-])((?:proxy-)?authorization|cookie|x-[\w-]*(?:key|token|secret|auth|session|signature)[\w-]*)`
  + String.raw`\\*["']?\s*:\s*(\\*["']?)(?=\S)`, 'gi');
const SET_COOKIE = /(?<![\w-])set-cookie\\*["']?\s*[:=]\s*([^\r\n]*)/gi;
// Several cookies may stand in one header, or in a list of them.
const FIRST_OF_COOKIE = /(?:^|,)\s*\[?\s*\\*["']?[\w.-]+=([^;,\s"'\\]+)/g;
const ONE_COOKIE = /[^=;\s]+=([^;]*)/g;

const LINE_CLOSES = /[\r\n"'\\]|$/g;

function headerEnd(text, start, quote) {
  LINE_CLOSES.lastIndex = start;
  const end = quote === '' ? LINE_CLOSES.exec(text).index : text.indexOf(quote, start);
  return end < 0 ? text.length : end;
}

// The span of the first group, with which the match ends.
const groupSpan = ({ 0: whole, 1: value, index }, offset = 0) => {
  const end = offset + index + whole.length;
  return [end - value.length, end];
};

function* headers(text) {
  let end = 0;
  for (const { 0: whole, 1: name, 2: quote, index } of text.matchAll(HEADER)) {
    const start = index + whole.length;
    if (start < end) continue; // it stands in the value of the last one
    end = headerEnd(text, start, quote);
    if (name.toLowerCase() !== 'cookie') yield [start, end];
    else for (const cookie of text.slice(start, end).matchAll(ONE_COOKIE)) yield groupSpan(cookie, start);
  }
  for (const { 0: whole, 1: cookies, index } of text.matchAll(SET_COOKIE)) {
    const start = index + whole.length - cookies.length;
    for (const found of cookies.matchAll(FIRST_OF_COOKIE)) yield groupSpan(found, start);
  }
}

// A part of a form: its name in a head of its own.
const LINE_END = String.raw`(?:\r?\n|\\r\\n)`;
const PART = new RegExp(String.raw`name=\\*"?([^"\\\r\n;]+)\\*"?[^\n]*?${LINE_END}(?:[\w-]+:[^\n]*?${LINE_END})*${LINE_END}([\s\S]*?)(?=${LINE_END}--|$)`, 'g');

function* parts(text) {
  for (const { 0: whole, 1: name, 2: value, index } of text.matchAll(PART)) {
    if (isSecretName(name) && isHidden(name, value)) yield [index + whole.length - value.length, index + whole.length];
  }
}

// A quote that a space follows ends the command in which the word is the last one.
const WORD = String.raw`(?:'\\''[^'\n]*'\\''|'[^'\n]*'|"[^"\n]*"|[^\s'"|;&]+)(?:'(?!\s)[^'\n]*'|"(?!\s)[^"\n]*"|[^\s'"|;&]+)*`;
// The value of one may be a command that has another.
const FLAG = new RegExp(String.raw`(?<=^|[\s'"=])--?([A-Za-z][\w-]+)(?:=|\s+)(?!-)(?=(${WORD}))`, 'g');
// Options of one letter that some programs have for a password.
const LETTERS = [
  new RegExp(String.raw`\b(?:mysql|mariadb)[\w-]*\b[^\n|;&]{0,200}?\s-p(${WORD})`, 'g'),
  new RegExp(String.raw`\bsshpass\s+-p\s*(${WORD})`, 'g'),
  new RegExp(String.raw`\bredis-cli\b[^\n|;&]{0,200}?\s-a\s+(${WORD})`, 'g'),
  new RegExp(String.raw`\b(?:curl|wget|http)\b[^\n|;&]{0,200}?\s(?:-u|--user)[\s=]*['"]?[^\s:'"]+:(${WORD})`, 'g'),
  new RegExp(String.raw`(?<!['\"])\b(?:password|identified\s+by|identified\s+with\s+\S+\s+(?:as|by)|crypt\s*\()\s*('(?:[^']|'')*')`, 'gi'),
  new RegExp(String.raw`\b(?:docker\s+login|mongosh?|mongodump|mongorestore)\b[^\n|;&]{0,200}?\s-p\s+(${WORD})`, 'g'),
  new RegExp(String.raw`\b(?:requirepass|masterauth)\s+(\S+)`, 'gi'),
  new RegExp(String.raw`\bsqlcmd\b[^\n|;&]{0,200}?\s-P\s*(${WORD})`, 'g'),
  /\bACL\s+SETUSER\s[^\n]{0,200}?\s[>#<!](\S+)/gi,
  new RegExp(String.raw`\bHELLO\s+\d\s+AUTH\s+\S+\s+(\S+)`, 'gi'),
  new RegExp(String.raw`(?<=^|["'>]\s*)AUTH\s+(?:[\w.-]+\s+)?(\S+)`, 'g'),
  // In small letters it is a word of prose, too.
  /(?<=^|["'>]\s*)auth\s+(?:[\w.-]+\s+)?((?=[^\s"']*[^\sA-Za-z"'.:])[^\s"']{6,})(?=["']?\s*$)/gm,
];

const unquotedSpan = (text, start, end) => {
  const value = text.slice(start, end);
  const { length } = /^(?:'\\''|['"])/.exec(value)?.[0] ?? '';
  return length > 0 && value.endsWith(value.slice(0, length)) ? [start + length, end - length] : [start, end];
};

function* options(text) {
  for (const { 0: whole, 1: name, 2: value, index } of text.matchAll(FLAG)) {
    const start = index + whole.length;
    if (isSecretName(name) && !PLACEHOLDER.test(value)) yield unquotedSpan(text, start, start + value.length);
  }
  for (const pattern of LETTERS) {
    for (const { 0: whole, 1: value, index } of text.matchAll(pattern)) {
      const start = index + whole.lastIndexOf(value);
      if (!PLACEHOLDER.test(value)) yield unquotedSpan(text, start, start + value.length);
    }
  }
}

// HSET key field value field value
function* fields(text) {
  for (const { 0: whole, 1: rest, index } of text.matchAll(/\bH(?:M?SET|SETNX)\s+\S+\s+([^\n]*)/gi)) {
    const words = [...rest.matchAll(/\S+/g)];
    const start = index + whole.length - rest.length;
    for (let place = 0; place + 1 < words.length; place += 2) {
      const [{ 0: name }, { 0: value, index: at }] = words.slice(place, place + 2);
      if (isSecretName(name) && isHidden(name, value)) yield [start + at, start + at + value.length];
    }
  }
}

// ["name", "ann", "password", "x"] in a text: names and values in turn.
const LIST = /\[\s*(\\*["'])(?:(?!\1)[^\n]){0,200}\1(?:\s*,\s*\1(?:(?!\1)[^\n]){0,2000}\1)+\s*\]/g;

function* lists(text) {
  for (const { 0: whole, 1: quote, index } of text.matchAll(LIST)) {
    const places = [];
    for (let at = whole.indexOf(quote); at >= 0; at = whole.indexOf(quote, at + quote.length)) places.push(at);
    const items = places.filter((_, i) => i % 2 === 0).map((at, i) => [at + quote.length, places[2 * i + 1]]);
    if (items.length % 2 === 1) continue;
    for (let i = 0; i < items.length; i += 2) {
      const [name, value] = items.slice(i, i + 2).map(([start, end]) => whole.slice(start, end));
      const [start, end] = items[i + 1];
      if (isSecretName(name) && isHidden(name, value)) yield [index + start, index + end];
    }
  }
}

// SETEX otp:7 60 value, <password>value</password>
const KEPT = /\b(?:SET|SETNX|GETSET|P?SETEX)\s+([\w:.-]+)\s+(?![=<>])(?:\d+\s+(?=\S))?(\S+)/gi;
const ELEMENT = /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?:\s[^<>]*)?>([^<]+)(?=<\/(?:[\w.-]+:)?\1>)/g;

function* kept(text) {
  for (const pattern of [KEPT, ELEMENT]) {
    for (const { 0: whole, 1: key, 2: value, index } of text.matchAll(pattern)) {
      const end = index + whole.length;
      const name = key.split(':').find(isSecretName);
      if (name !== undefined && isHidden(name, value)) yield [end - value.length, end];
    }
  }
}

const READERS = [pairs, headers, parts, options, secretsInSql, fields, lists, kept];

/** Returns [[start, end]] of the secrets in `text` that the names before them show. */
const secretsByName = (text) => READERS.flatMap((reader) => [...reader(text)]);

module.exports = { isHidden, secretsByName };
