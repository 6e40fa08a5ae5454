'use strict';
// Takes a recorded HTTP answer apart into values with their places, so that the answer to the same request in another
// run tells the new value that stands in the same place: a cookie, a field of a JSON body, a link, a hidden input.
const { isSecretName } = require('../names/secret-names.js');
const { decoded } = require('../names/slashes.js');

const LEAST = 2;

function jsonPlaces(value, place, visit) {
  if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) jsonPlaces(item, `${place}/${key}`, visit);
  } else if (typeof value === 'string' || typeof value === 'number') {
    visit(place, String(value));
    if (typeof value === 'string' && value.includes('/')) linkPlaces(value, place, visit);
  }
}

function linkPlaces(link, place, visit) {
  const parts = link.split(/[/?&=#]/).filter(Boolean);
  parts.forEach((part, index) => visit(`${place}#${index}`, part));
}

function htmlPlaces(text, visit) {
  let index = 0;
  for (const [, value] of text.matchAll(/\bvalue="([^"]*)"/g)) visit(`value${index++}`, value);
  index = 0;
  for (const [, link] of text.matchAll(/\b(?:href|action|src)="([^"]*)"/g)) linkPlaces(link, `link${index++}`, visit);
}

function cookiePlaces(cookies, visit) {
  for (const cookie of [cookies].flat()) {
    const [pair] = String(cookie).split(';');
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    visit(`cookie ${name}`, value);
    const plain = decoded(value);
    if (plain !== value) visit(`cookie ${name} decoded`, plain);
  }
}

// They say nothing about what a request or an answer is about.
const UNTOLD = new Set(['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding', 'set-cookie', 'vary']);

/** Returns whether a header, in lower case, says nothing of its own. Cookies have places of their own. */
const isUntold = (name) => UNTOLD.has(name);

/** Returns a Map from place to text. `headers` has lower-case names; `body` is text. */
function placesOf({ headers = {}, body = '' }) {
  const places = new Map();
  const visit = (place, text) => {
    if (text.length >= LEAST || /^\d$/.test(text)) places.set(place, text);
  };
  if (headers['set-cookie']) cookiePlaces(headers['set-cookie'], visit);
  for (const [name, value] of Object.entries(headers)) {
    if (isUntold(name)) continue;
    visit(`header ${name}`, String(value));
    if (name === 'location') linkPlaces(String(value), 'location', visit);
  }
  try {
    jsonPlaces(JSON.parse(body), 'body', visit);
  } catch {
    htmlPlaces(body, visit);
  }
  return places;
}

const LINK = /^(.*)#(\d+)$/;
const MADE = ['id', 'uuid', 'key', 'code', 'slug', 'token', 'hash', 'ref', 'short', 'alias', 'handle'];
const MADE_WORD = new RegExp(`(?:^|[ _/-])(?:${MADE.join('|')})$`, 'i');
const MADE_END = new RegExp(`(?:${MADE.map((name) => name[0].toUpperCase() + name.slice(1)).join('|')}|ID)$`);

/**
 * Returns the texts in an answer that may name something which the server has made: ids, codes, and where links lead. A
 * later request has them in its path, and in another run they may be others. `places`: as placesOf() returns it.
 */
function madeNames(places) {
  const ends = new Map(); // link -> its last part
  const names = [];
  for (const [place, text] of places) {
    const [, link] = LINK.exec(place) ?? [];
    if (link !== undefined) ends.set(link, text);
    else if (MADE_WORD.test(place) || MADE_END.test(place)) names.push(text);
  }
  return [...names, ...ends.values()];
}

/** Returns the path of a target with ":n" in the place of each segment whose decoded text `isOther`. */
function pathWithout(isOther, target) {
  const [path] = target.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1);
  return path.split('/').map((segment) => (isOther(decoded(segment)) ? ':n' : segment)).join('/');
}

/**
 * Returns "POST /coupons/:n": what a request has in common with itself in another run. `made`: a Set of madeNames() of
 * the answers before it.
 */
function shapeOf(method, target, made = new Set()) {
  const [, query = ''] = target.split('?');
  const isOther = (text) => (/\d/.test(text) && !/^v\d+$/.test(text)) || made.has(text);
  const names = query.split('&').map((pair) => pair.split('=')[0]).filter(Boolean).sort();
  return `${method} ${pathWithout(isOther, target)}${names.length > 0 ? `?${names.join('&')}` : ''}`;
}

/** Counts requests by their shape, in the order in which they come, so that each is known again in another run. */
class RequestShapes {
  made = new Set(); // madeNames() of the answers so far
  #counts = new Map(); // shape -> count

  /** Takes `count` requests of one shape. Returns {shape, ordinal}: the number of the last one. */
  take(method, target, count = 1) {
    const shape = shapeOf(method, target, this.made);
    const ordinal = (this.#counts.get(shape) ?? 0) + count;
    this.#counts.set(shape, ordinal);
    return { shape, ordinal };
  }

  /** Takes an answer: `places` as placesOf() returns it. */
  answered(places) {
    for (const name of madeNames(places)) this.made.add(name);
  }
}

// Digits of ids and hashes, which ORMs put into names of savepoints and temporary functions.
const DRAWN = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,}/gi;

/** Returns a statement without the values in its text, so that it can be recognised in another run. */
function statementShape(text) {
  return text?.slice(0, 1000).replace(/'(?:[^']|'')*'/g, '?').replace(DRAWN, '?').replace(/\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ').trim();
}

/** Returns a text that is equal for operations that do the same, wherever they are made. */
const operationShape = ({ api, statement }) => `${api} ${statementShape(statement)}`;

// A signed cookie has the key of the session in it, which stands in the store.
function cookieSecrets(pair) {
  const value = pair.slice(pair.indexOf('=') + 1);
  return [value, ...decoded(value).split(/[^\w-]+/).filter((part) => part.length >= 16)];
}

/** Returns the texts in a request that must not be shown: `headers` is a flat list, `body` a text. */
function secretsOf({ headers = [], body = '' }) {
  const secrets = [];
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = [String(headers[index]).toLowerCase(), String(headers[index + 1])];
    if (name === 'cookie') secrets.push(...value.split('; ').flatMap(cookieSecrets));
    else if (isSecretName(name)) secrets.push(...value.split(' '));
  }
  for (const [place, text] of placesOf({ body })) if (place.split('/').some(isSecretName)) secrets.push(text);
  // Codes may stand in one text, and one by one in a store.
  const parts = secrets.flatMap((secret) => secret.split(/,\s*/));
  return [...secrets, ...parts].flatMap((secret) => [secret, decoded(secret)]).filter((secret) => secret.length >= 6);
}

/** Returns the texts in rows (at any depth of `value`) that stand in columns or fields that must not be shown. */
function secretsInRows(value, isSecret = false) {
  if (typeof value === 'string') return isSecret && value.length >= 6 ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, item]) =>
    secretsInRows(item, isSecret || (!Array.isArray(value) && isSecretName(name))));
}

module.exports = {
  RequestShapes, isUntold, madeNames, operationShape, pathWithout, placesOf, secretsInRows, secretsOf, shapeOf,
  statementShape,
};
