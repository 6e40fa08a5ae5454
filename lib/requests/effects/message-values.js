'use strict';
// Finds the values in a request or a response that could tell it from another (docs/reference/requests-format.md,
// Values).

const zlib = require('node:zlib');

const { decoded } = require('../../names/slashes.js');
const { FLOW } = require('../../trace/protocol.js');
const { parsedJson } = require('../../trace/json.js');
const { isReading } = require('../recording/answers.js');

const SHORT = 3;
const LONG = 16; // characters of an id that may have no digit
const TEXT_LIMIT = 500; // a longer text is prose

// Headers that HTTP sets, or a client by itself: they tell nothing about what the user did.
const COMMON = new Set([
  'host', 'connection', 'content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'date', 'server',
  'user-agent', 'keep-alive', 'vary', 'x-powered-by', 'origin', 'referer', 'te', 'upgrade', 'upgrade-insecure-requests',
  'pragma', 'expires', 'last-modified', 'etag', 'cache-control', 'if-none-match', 'if-modified-since', 'via', 'dnt',
  'allow', 'age', 'expect', 'priority', 'traceparent', 'tracestate', 'baggage', FLOW, 'cookie', 'set-cookie', 'location', 'alt-svc',
]);
const COMMON_STARTS = [
  'accept', 'sec-', 'access-control-', 'x-ratelimit', 'ratelimit', 'strict-transport', 'content-security',
  'x-content-type', 'x-frame', 'x-xss', 'x-dns', 'x-download', 'cross-origin', 'referrer-policy', 'grpc-', ':',
];

/** Returns whether a header, in lower case, is one that a client sets by itself, or a cookie. */
const isCommonHeader = (name) => COMMON.has(name) || COMMON_STARTS.some((start) => name.startsWith(start));

// A word such as "tea" or "green tea": no id, token or code was drawn at random.
const isWord = (value) => typeof value === 'string' && value.length < LONG && /^[^\da-z]?[a-z]*(?:[ .,_-][^\da-z]?[a-z]*)*$/.test(value);

const singular = (word) => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
// Names that end in Id, or in _id: the id of what stands before.
const ownerOf = (name) => /^(.+?)_?(?:id|Id|ID)$/.exec(name)?.[1];

class Values {
  constructor(kind, { isAnswerToRead = false } = {}) {
    this.all = new Set();
    this.kind = kind; // what an `id` at the top is the id of
    this.isAnswerToRead = isAnswerToRead;
  }

  add(name, value) {
    const text = String(value);
    if (text === '' || text.length > TEXT_LIMIT) return;
    if (text.length >= SHORT) this.all.add(text);
    else if (name) this.all.add(`${name}=${text}`);
  }

  addPath(path) {
    let before = '';
    for (const segment of path.split('/').filter(Boolean)) {
      this.add(singular(before), decoded(segment));
      before = segment;
    }
  }

  addTarget(target) {
    const [path, query = ''] = target.split('#')[0].split('?', 2);
    this.addPath(path.replace(/^[a-z]+:\/\/[^/]*/i, ''));
    for (const [name, value] of new URLSearchParams(query)) this.addNamed(name, value, this.kind);
  }

  addNamed(name, value, kind) {
    this.add(name === 'id' || name === '_id' ? kind ?? name : ownerOf(name) ?? name, value);
    if (typeof value === 'string' && /^(?:https?:\/)?\/\S+$/.test(value)) this.addTarget(value);
  }

  addJson(value, name, kind) {
    if (Array.isArray(value)) for (const one of value) this.addJson(one, name, kind);
    else if (value !== null && typeof value === 'object') {
      const inner = name === undefined ? kind : singular(name);
      for (const [key, one] of Object.entries(value)) this.addJson(one, key, inner);
    } else if (typeof value === 'string' || typeof value === 'number') this.addField(name ?? '', value, kind);
  }

  // A client knows words without having read them: a name that it keeps while it changes the price beside it.
  addField(name, value, kind) {
    if (!this.isAnswerToRead || !isWord(value)) this.addNamed(name, value, kind);
  }

  addForm(text) {
    for (const [name, value] of new URLSearchParams(text)) this.addNamed(name, value, this.kind);
  }

  addHtml(text) {
    for (const tag of text.matchAll(/<[a-z][^>]*>/gi)) {
      const value = /\bvalue\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag[0]);
      if (value) this.addNamed(/\bname\s*=\s*["']([^"']*)/i.exec(tag[0])?.[1] ?? '', value[1] ?? value[2], this.kind);
      const link = /\b(?:href|action)\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag[0]);
      if (link) this.addTarget(link[1] ?? link[2]);
      const content = /^<meta\b/i.test(tag[0]) && /\bcontent\s*=\s*["']([^"']*)/i.exec(tag[0]);
      if (content) this.add('', content[1]);
    }
  }

  addBody(text, type = '') {
    if (text === undefined) return;
    if (/json/.test(type) || /^\s*[[{]/.test(text)) this.addJson(parsedJson(text), undefined, this.kind);
    else if (/urlencoded/.test(type)) this.addForm(text);
    else if (/html|xml/.test(type)) this.addHtml(text);
    else if (/multipart/.test(type)) this.addParts(text);
    else this.add('', text.trim());
  }

  addParts(text) {
    for (const [, name, value] of text.matchAll(/name="([^"]*)"\r\n\r\n([^\r]*)\r\n/g)) {
      this.addNamed(name, value, this.kind);
    }
  }

  addHeader(name, value) {
    if (isCommonHeader(name)) return;
    this.add(name, value);
    const token = /^(?:Bearer|Basic|Token|JWT) +(\S+)$/i.exec(value)?.[1];
    if (token) this.add(name, token);
  }
}

const DECODERS = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync };

/** Returns the body of a `body` or `response` line as text; undefined if there is none or it is not text. */
function bodyText({ body, base64 }, encoding) {
  if (base64 === undefined) return body;
  try {
    return DECODERS[encoding]?.(Buffer.from(base64, 'base64')).toString('utf8');
  } catch {
    return undefined; // cut
  }
}

const pairsOf = (headers = []) => Array.from({ length: Math.floor(headers.length / 2) }, (_, i) => (
  [String(headers[2 * i]).toLowerCase(), String(headers[2 * i + 1] ?? '')]));

/** Returns [[name in lower case, value], ...] of a response's head: HTTP/1's text, or an object. */
function headersOf(head) {
  if (typeof head === 'string') return head.split('\r\n').slice(1).filter(Boolean).map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return Object.entries(head ?? {}).flatMap(([name, value]) => (
    [value].flat().map((one) => [name.toLowerCase(), String(one)])));
}

// The id in the answer to POST /posts is the id of a post.
const kindOf = (target) => singular(target.split('?')[0].split('/').filter((segment) => /^[a-z][a-z_-]*$/i.test(segment)).at(-1) ?? '');

/** Returns the values in a request, each once. */
function sentValues({ target, headers, ...body }) {
  const values = new Values(kindOf(target) || undefined);
  const pairs = pairsOf(headers);
  values.addTarget(target);
  for (const [name, value] of pairs) {
    if (name === 'cookie') for (const one of value.split(';')) values.add(one.split('=')[0].trim(), one.slice(one.indexOf('=') + 1).trim());
    else values.addHeader(name, value);
  }
  values.addBody(bodyText(body, valueOf(pairs, 'content-encoding')), valueOf(pairs, 'content-type'));
  return [...values.all];
}

/** Returns the values in a response to a request for `target`. */
function receivedValues({ head, ...body }, target, method = 'POST') {
  const values = new Values(kindOf(target) || undefined, { isAnswerToRead: isReading({ method }) });
  const pairs = headersOf(head);
  for (const [name, value] of pairs) {
    if (name === 'set-cookie') values.add(value.split('=')[0].trim(), value.slice(value.indexOf('=') + 1).split(';')[0].trim());
    else if (name === 'location') values.addTarget(value);
    else values.addHeader(name, value);
  }
  values.addBody(bodyText(body, valueOf(pairs, 'content-encoding')), valueOf(pairs, 'content-type'));
  return [...values.all];
}

const valueOf = (pairs, name) => pairs.find(([key]) => key === name)?.[1];

module.exports = { isCommonHeader, receivedValues, sentValues };
