'use strict';
// Finds secrets that stand near their names without a sign between them: in sentences ("the pin for ann is 4711"), in
// the path of a URL (/reset/9f8e7d), and below the head of a table.
const { isSecretName, isSecretNumber } = require('../names/secret-names.js');

// Letters and digits that name something known: algorithms, versions, steps, numbers with a unit, dates.
const KNOWN = new RegExp('^(?:v?\\d+(?:[.x-]\\w+)+|\\d+[a-z]{1,4}|v\\d\\w*|\\d{4}-\\d\\d.*|'
  + '(?:[a-z]*sha|md|utf|base|aes|[hrep]s|ed|argon|[bs]crypt|oauth|https?|ipv|tls|es|node|u?int|float|redis|mysql|sqlite|level|step|'
  + 'stage|test|tests|case|user|users|server|worker|host|item|line|col|page|phase|part|run|round|try|attempt|type|version|x)[-_]?\\d+\\w{0,2})$', 'i');
const HEX = /^[\da-f]{16,}$/i;

/** Returns true if `text` looks made: letters with digits, and no name of something known. */
const looksMade = (text) => text.length >= 6 && /[a-z]/i.test(text) && /\d/.test(text) && !KNOWN.test(text);
function isMade(name, value) {
  if (/^\d+$/.test(value)) return value.length >= 4 && value.length <= 8 && isSecretNumber(name);
  return HEX.test(value) || (looksMade(value) && !/^pin/i.test(name));
}

const CODE = String.raw`(?:one[- ]time|verification|security|access|confirmation|backup|recovery|login|sms)[- ](?:code|password)`;
const SAID = new RegExp(String.raw`(?<![\w./$-])(?!unexpected )(?<!unexpected )(?:${CODE}|pass(?:word|phrase|code|wd)|pwd|otp|totp|pin(?: (?:code|number))?|`
  + String.raw`(?:[a-z]+[- ])?(?:tokens?|secret)|api[- ]?key|credentials?|session(?: id)?|cookie|jwt)(?![\w/(=-]|[.:]\w)`, 'gi');
// The words that follow in the sentence. A text in quotes is one of them, and so is what a value may be made of.
const NEXT = /(?:\s*[:,][ \t]*|[ \t]+)(?:(["'`])([^"'`\n]*)\1|([\w!@#$%^&*+~-]+(?:\.\w+)*)(?![\w/(=]|:\d))/y;
const WORDS = 5;

function* sentences(text) {
  for (const { 0: name, index } of text.matchAll(SAID)) {
    NEXT.lastIndex = index + name.length;
    for (let word = 0; word < WORDS; word++) {
      const found = NEXT.exec(text);
      if (!found) break;
      const value = found[2] ?? found[3];
      const end = NEXT.lastIndex - (found[1] ? 1 : 0);
      const isQuoted = found[1] !== undefined && word < 2 && /^pass/i.test(name) && value !== '';
      if (isQuoted || (!/\s/.test(value) && isMade(name, value))) yield [end - value.length, end];
    }
  }
}

// The parts of a URL after which a secret stands.
const LINKS = new RegExp('^(?:(?:password|email|account)[-_])?(?:reset|verify|verification|confirm|confirmation|activate|activation|invites?|'
  + 'invitations?|unsubscribe|magic|magic[-_]link|recover|tokens?|secrets?|otp|pin|sessions?|(?:api|access)[-_]?keys?)(?:[-_](?:password|email|account|link))?$', 'i');
const PATH = /(?:\/[^\s/?#"'`<>\\,;]+){2,}\/?/g;
const FILE = /\.[a-z]\w{0,4}(?::\d+)*\/?$/i;

function* paths(text) {
  for (const { 0: path, index } of text.matchAll(PATH)) {
    if (FILE.test(path)) continue;
    let at = index;
    let before = '';
    for (const part of path.split('/')) {
      if (LINKS.test(before) && isMade(before, part)) yield [at, at + part.length];
      at += part.length + 1;
      if (!LINKS.test(before) || LINKS.test(part)) before = part;
    }
  }
}

// Tables in text: CSV, and what the shells of databases print. The first line names the columns.
const LINE = /((?:(?!\\r?\\n|\\n)[^\r\n])*)(?:\r?\n|\\r\\n|\\n|$)/g;
const LEAD = /^.*[:=]\s*["'`]/; // what stands before a text in quotes
const VALUE = /[^\s"\\](?:[^"\\]*[^\s"\\])?/;
const SEPARATOR = /[,;|\u2502]|\t|\\t/g;
const NAME = /^\s*"?[A-Za-z_][\w.-]{0,40}"?\s*$/;
const RULE = /^[\s+|\u2500-\u257f-]+$/;

function cellsOf(line, separator) {
  let at = 0;
  return line.split(separator).map((cell) => {
    const start = at;
    at += cell.length + separator.length;
    return { cell, start };
  });
}

// Returns [{cell, start}] of a line in which each cell is a name, and the separator.
function headOf(given) {
  if (given.length > 2000) return undefined;
  const line = given.replace(LEAD, '');
  const [separator] = line.match(SEPARATOR) ?? [];
  if (separator === undefined) return undefined;
  const cells = cellsOf(line, separator);
  const named = cells.filter(({ cell }, at) => cell !== '' || (at > 0 && at < cells.length - 1));
  if (named.length < 2 || !named.every(({ cell }) => NAME.test(cell))) return undefined;
  return named.some(({ cell }) => isSecretName(cell)) ? { separator, cells } : undefined;
}

function* tables(text) {
  let head;
  for (const { 1: line, index } of text.matchAll(LINE)) {
    if (head && line !== '' && RULE.test(line)) continue;
    const cells = head ? cellsOf(line, head.separator) : [];
    if (head === undefined || cells.length !== head.cells.length) {
      head = headOf(line);
      continue;
    }
    for (const [at, { cell, start }] of cells.entries()) {
      const value = isSecretName(head.cells[at].cell) ? VALUE.exec(cell) : null;
      if (value) yield [index + start + value.index, index + start + value.index + value[0].length];
    }
  }
}

/** Returns [[start, end]] of the secrets in `text` that stand near their names. */
const secretsNearNames = (text) => [...sentences(text), ...paths(text), ...tables(text)];

module.exports = { secretsNearNames };
