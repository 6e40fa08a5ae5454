'use strict';
// Takes secrets out of texts that are shown. The names of fields, the look of values, and what was learned from the
// command, its options and the environment tell them.
const { stripVTControlCharacters } = require('node:util');

const { isSecretName } = require('../names/secret-names.js');
const { isHidden, secretsByName } = require('./named.js');
const { secretsNearNames } = require('./nearby.js');
const { secretValues } = require('./values.js');

const MASK = '***';
const LEAST_OF_VARIABLE = 8;
const LEAST_LEARNED = 6; // characters; a shorter text stands in others by chance
// Passwords of test systems that are words of every log.
const COMMON = new Set(['postgres', 'password', 'mysql', 'mariadb', 'secret', 'changeme', 'example', 'localhost', 'default', 'testing']);

const learned = new Set();
let known; // an expression for all that is learned

// Returns [[start, end, mask]] in order.
function spansOf(text) {
  const spans = [...secretsByName(text), ...secretsNearNames(text), ...secretValues(text)];
  if (known) for (const { 0: found, index } of text.matchAll(known)) spans.push([index, index + found.length]);
  return spans.filter(([start, end]) => end > start).sort(([a], [b]) => a - b);
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

function learn(secrets) {
  const isLearnt = (secret) => secret.length >= LEAST_LEARNED && !COMMON.has(secret.toLowerCase());
  for (const secret of secrets) if (isLearnt(secret)) learned.add(secret);
  if (learned.size === 0) return;
  const longestFirst = [...learned].sort((a, b) => b.length - a.length);
  known = new RegExp(`(?<!\\w)(?:${longestFirst.map(escaped).join('|')})(?!\\w)`, 'g');
}

/** Returns the texts in `text` that are secrets. */
const secretsIn = (text) => spansOf(text).map(([start, end]) => text.slice(start, end));

/** Masks the secrets that stand in the words of a command or of an option wherever they stand in later texts. */
const learnFrom = (...texts) => learn(texts.flatMap(secretsIn));

// PWD is no password, and SSH_AUTH_SOCK no key: a path says at most where a secret lies.
const isPath = (value) => /^(?:[/~.]|[A-Za-z]:[\\/])/.test(value);

/** Does the same for variables of an environment that are named like secrets. */
function learnFromEnvironment(env) {
  const isLong = (value) => value.length >= LEAST_OF_VARIABLE && /\d/.test(value);
  const isSecret = ([name, value = '']) => isSecretName(name) && isLong(value) && !isPath(value) && isHidden(name, value);
  learn(Object.entries(env).filter(isSecret).map(([, value]) => value));
}

function masked(text) {
  let shown = '';
  let at = 0;
  for (const [start, end, mask = MASK] of spansOf(text)) {
    if (end <= at) continue;
    if (start >= at) shown += text.slice(at, start) + mask;
    at = end;
  }
  return at === 0 ? text : shown + text.slice(at);
}

// Characters that a medium carries out, or that change the order of a text. Emoji need the joiners.
const HIDDEN = /(?![\u200c\u200d])[\p{Cf}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}|\p{Cs}/gu;

const countIn = (text) => text.split(MASK).length;

/**
 * Returns `text` with *** in the place of each secret. Escape sequences and hidden characters inside a name or a value
 * do not hide a secret: they are left out of a text in which they would.
 */
function withoutSecrets(text) {
  const plain = stripVTControlCharacters(text);
  const bare = plain.replace(HIDDEN, '');
  const shown = masked(plain);
  const shownBare = bare === plain ? shown : masked(bare);
  if (countIn(shownBare) > countIn(shown)) return shownBare;
  return shown === plain ? text : shown;
}

/**
 * Returns {source, variables}: the words of a command as an array in JavaScript, in which variables of the environment
 * stand for secrets, and the names of these variables.
 */
function wordsAsSource(words) {
  const shown = wordsWithoutSecrets(words);
  const variables = [];
  const variable = () => {
    variables.push(`NACD_SECRET_${variables.length + 1}`);
    return `process.env.${variables.at(-1)}`;
  };
  const source = (word, index) => (word === words[index] ? JSON.stringify(word)
    : word.split(/(\*{3})/).filter(Boolean).map((part) => (part === MASK ? variable() : JSON.stringify(part))).join(' + '));
  return { source: `[${shown.map(source).join(', ')}]`, variables };
}

/** Returns the words of a command without the secrets that the words before them show: ["--password", "***"]. */
function wordsWithoutSecrets(words) {
  const secrets = secretsIn(words.join(' '));
  const hidden = (word) => secrets.reduce((text, secret) => (
    text === secret ? MASK : secret.length >= 4 ? text.replaceAll(secret, MASK) : text), word);
  const isValue = (word, before = '') => /^--\w/.test(before) && isSecretName(before) && !before.includes('=') && isHidden(before, word);
  return words.map((word, index) => (isValue(word, words[index - 1]) ? MASK : withoutSecrets(hidden(word))));
}

const isWords = (value) => Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === 'string');

// A list of names and values in turn, as of headers, or the words of a command.
function listWithoutSecrets(list) {
  const isNamed = (index) => index % 2 === 1 && isSecretName(list[index - 1]) && isHidden(list[index - 1], list[index]);
  return wordsWithoutSecrets(list).map((word, index) => (list.length % 2 === 0 && isNamed(index) ? MASK : word));
}

// {"name": "password", "value": "x"}: the field that has the name says what the other one is.
function nameOfField(key, { name = '', key: named = '', value }) {
  const given = [name, named].find((one) => typeof one === 'string' && isSecretName(one));
  return key === 'value' && value !== undefined && given !== undefined ? given : key;
}

// A variable of GraphQL has the name of the argument that gets it: {"query": "mutation ($p: String) { login(password:
// $p) }", "variables": {"p": "x"}}.
function namesOfVariables({ query, variables }) {
  if (typeof query !== 'string' || variables === null || typeof variables !== 'object') return new Map();
  const given = [...query.matchAll(/(\w+)\s*:\s*\$(\w+)/g)].filter(([, name]) => isSecretName(name));
  return new Map(given.map(([, name, key]) => [key, name]));
}

function variablesWithoutSecrets(variables, names) {
  const field = ([key, item]) => [withoutSecrets(key), valueWithoutSecrets(item, names.get(key) ?? key)];
  return Object.fromEntries(Object.entries(variables).map(field));
}

function fieldsWithoutSecrets(object, name) {
  const names = namesOfVariables(object);
  if (names.size > 0) {
    const { variables, ...others } = object;
    return { ...fieldsWithoutSecrets(others, name), variables: variablesWithoutSecrets(variables, names) };
  }
  const nameOf = (key) => (isSecretName(name) ? name : nameOfField(key, object));
  const field = ([key, item]) => [withoutSecrets(key), valueWithoutSecrets(item, nameOf(key))];
  return Object.fromEntries(Object.entries(object).map(field));
}

/**
 * Returns a copy of a JSON value without secrets: in fields and columns with their names, at any depth, and in texts.
 * `name` is that of the field which has the value.
 */
function valueWithoutSecrets(value, name = '') {
  if (value !== null && typeof value === 'object') {
    if (isWords(value) && !isSecretName(name)) return listWithoutSecrets(value);
    if (!Array.isArray(value)) return fieldsWithoutSecrets(value, name);
    return value.map((item) => valueWithoutSecrets(item, name));
  }
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (isSecretName(name) && isHidden(name, String(value))) return MASK;
  if (typeof value === 'string') return textWithoutSecrets(value);
  return withoutSecrets(String(value)) === String(value) ? value : MASK;
}

// Rows and bodies are texts of JSON.
function textWithoutSecrets(text) {
  if (/^\s*[{[]/.test(text)) {
    try {
      const parsed = JSON.parse(text);
      const shown = JSON.stringify(valueWithoutSecrets(parsed));
      if (shown !== JSON.stringify(parsed)) return shown;
    } catch {
      // it only looks like JSON
    }
  }
  return withoutSecrets(text);
}

module.exports = {
  HIDDEN, learnFrom, learnFromEnvironment, secretsIn, valueWithoutSecrets, withoutSecrets, wordsAsSource,
  wordsWithoutSecrets,
};
