'use strict';
// Takes secrets out of texts that are shown. The names of fields, the look of values, and what was learned from the
// command, its options and the environment tell them.
const { isSecretName } = require('../names/secret-names.js');
const { isHidden, secretsByName } = require('./named.js');
const { secretValues } = require('./values.js');

const MASK = '***';
const LEAST_OF_VARIABLE = 8;
const LEAST_LEARNED = 6; // characters; a shorter text stands in others by chance
// Passwords of test systems that are words of every log.
const COMMON = new Set(['postgres', 'password', 'mysql', 'mariadb', 'secret', 'changeme', 'example', 'localhost', 'default', 'testing']);

const learned = new Set();
let known; // an expression for all that is learned

function spansOf(text) {
  const spans = [...secretsByName(text), ...secretValues(text)];
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

/** Does the same for variables of an environment that are named like secrets. */
function learnFromEnvironment(env) {
  const isLong = (value) => value.length >= LEAST_OF_VARIABLE && /\d/.test(value);
  const isSecret = ([name, value = '']) => isSecretName(name) && isLong(value) && isHidden(name, value);
  learn(Object.entries(env).filter(isSecret).map(([, value]) => value));
}

/** Returns `text` with *** in the place of each secret. */
function withoutSecrets(text) {
  let shown = '';
  let at = 0;
  for (const [start, end] of spansOf(text)) {
    if (end <= at) continue;
    if (start >= at) shown += text.slice(at, start) + MASK;
    at = end;
  }
  return at === 0 ? text : shown + text.slice(at);
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
  return words.map((word) => withoutSecrets(hidden(word)));
}

const isWords = (value) => Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === 'string');

/**
 * Returns a copy of a JSON value whose texts are withoutSecrets(). With `byName` it also masks the values of fields
 * and columns with secret names, at any depth.
 */
function valueWithoutSecrets(value, { byName = false, name = '' } = {}) {
  const isSecret = byName && isSecretName(name);
  if (typeof value === 'string') return isSecret && isHidden(name, value) ? MASK : textWithoutSecrets(value, byName);
  if (typeof value === 'number') return isSecret && isHidden(name, String(value)) ? MASK : value;
  if (value === null || typeof value !== 'object') return value;
  if (isWords(value) && !isSecret) return wordsWithoutSecrets(value);
  if (Array.isArray(value)) return value.map((item) => valueWithoutSecrets(item, { byName, name }));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => (
    [withoutSecrets(key), valueWithoutSecrets(item, { byName, name: isSecret ? name : key })])));
}

// Rows are texts of JSON.
function textWithoutSecrets(text, byName) {
  if (byName && /^[{[]/.test(text)) {
    try {
      return JSON.stringify(valueWithoutSecrets(JSON.parse(text), { byName }));
    } catch {
      // it only looks like JSON
    }
  }
  return withoutSecrets(text);
}

module.exports = {
  learnFrom, learnFromEnvironment, secretsIn, valueWithoutSecrets, withoutSecrets, wordsAsSource, wordsWithoutSecrets,
};
