'use strict';
// Keeps the answer to the request of the test until the proof is over: the test must not go on meanwhile.
const builtin = require('../../builtin.js');
const { FinishedEarly } = require('./finished-early.js');

const zlib = builtin('node:zlib');
const { apply } = Reflect;
const { nextTick } = process; // tests may replace it

const UNPACK = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync };

function unpacked(buffer, encoding) {
  try {
    return UNPACK[encoding]?.(buffer) ?? buffer;
  } catch {
    return buffer;
  }
}

const TEXT = /^text\/|json|xml|javascript|urlencoded/;

/** Returns {status, location, body} for the tool: the body as JSON if it is that, else as text, else its length. */
function readable({ status, headers, body }) {
  const type = String(headers['content-type'] ?? '');
  const bytes = unpacked(body, headers['content-encoding']);
  const location = headers.location === undefined ? undefined : String(headers.location);
  if (!TEXT.test(type) && type !== '') return { status, location, body: bytes.length === 0 ? '' : `${bytes.length} bytes` };
  const text = bytes.toString('utf8');
  try {
    return { status, location, body: JSON.parse(text) };
  } catch {
    return { status, location, body: text.split('\n') };
  }
}

function bufferOf(chunk, encoding) {
  if (chunk === undefined || chunk === null || typeof chunk === 'function') return Buffer.alloc(0);
  return typeof chunk === 'string' ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8') : Buffer.from(chunk);
}

// As Node's write() does: the program may ask whether the head was sent.
function makeHead(response) {
  if (response.headersSent) return;
  if (response._implicitHeader) response._implicitHeader();
  else response.writeHead?.(response.statusCode);
}

/**
 * Takes over `response`, an http.ServerResponse. Calls `onAnswer({status, headers, body})` when the handler has ended
 * it; the client gets the body when `until` resolves. It may take the answer for ended by its length, or go on when it
 * has the head. Listeners that the response has already hear of its end only then.
 */
function keepAnswer(response, until, onAnswer) {
  const chunks = [];
  const kept = []; // [function, its `this`, arguments]: what the client gets later
  const { write, end } = response;
  const sent = new FinishedEarly(response);
  let isOver = false;
  response.write = function keptWrite(chunk, encoding, ...rest) {
    chunks.push(bufferOf(chunk, encoding));
    if (isOver) return apply(write, this, [chunk, encoding, ...rest]);
    const callback = [encoding, ...rest].find((value) => typeof value === 'function');
    makeHead(response);
    kept.push([write, this, [chunk, typeof encoding === 'function' ? undefined : encoding]]);
    if (callback) nextTick(callback);
    return true;
  };
  let ended = false;
  response.end = function keptEnd(...args) {
    if (ended) return this;
    ended = true;
    chunks.push(bufferOf(args[0], args[1]));
    onAnswer({ status: response.statusCode, headers: { ...response.getHeaders() }, body: Buffer.concat(chunks) });
    if (isOver) return apply(end, this, args);
    kept.push([end, this, sent.ended(args)]);
    return this;
  };
  until.then(() => {
    isOver = true;
    sent.over();
    for (const call of kept) apply(...call);
  });
}

module.exports = { keepAnswer, readable };
