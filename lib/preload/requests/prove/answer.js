'use strict';
// Keeps the answer to the request of the test until the proof is over: the test must not go on meanwhile.
const builtin = require('../../builtin.js');

const zlib = builtin('node:zlib');

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

/**
 * Takes over `response`, an http.ServerResponse. Calls `onAnswer({status, headers, body})` when the handler has ended
 * it; the client gets the end when `until` resolves.
 */
function keepAnswer(response, until, onAnswer) {
  const chunks = [];
  const { write, end } = response;
  response.write = function keptWrite(chunk, encoding, ...rest) {
    chunks.push(bufferOf(chunk, encoding));
    return Reflect.apply(write, this, [chunk, encoding, ...rest]);
  };
  let ended = false;
  response.end = function keptEnd(...args) {
    if (ended) return this;
    ended = true;
    chunks.push(bufferOf(args[0], args[1]));
    const answer = { status: response.statusCode, headers: { ...response.getHeaders() }, body: Buffer.concat(chunks) };
    until.then(() => {
      response.write = write;
      response.end = end;
      Reflect.apply(end, this, args);
    });
    onAnswer(answer);
    return this;
  };
}

module.exports = { keepAnswer, readable };
