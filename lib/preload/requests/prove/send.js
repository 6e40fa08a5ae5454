'use strict';
// Sends a request again, to the server that took in the request of the test, the way that one came.
const { FLOW } = require('../../../trace/protocol.js');
const builtin = require('../../builtin.js');

const { request: httpRequest } = builtin('node:http');
const { connect: netConnect } = builtin('node:net');

// Node makes these for the new connection.
const OF_THE_CONNECTION = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect', 'upgrade']);
// They would join the request to the flow of the recording.
const BAGGAGE = new RegExp(`,?\\s*${FLOW}=[^,;\\s]*`);

// Node would send an empty body in chunks, which servers take for one of an unknown type.
const MAY_HAVE_BODY = new Set(['POST', 'PUT', 'PATCH']);

function lengthOf({ method, headers }, length) {
  const names = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => String(name).toLowerCase()));
  const isNamed = names.has('content-length') || (MAY_HAVE_BODY.has(method) && !names.has('transfer-encoding'));
  return length > 0 || isNamed ? ['Content-Length', String(length)] : [];
}

function headersOf(flat) {
  const kept = [];
  for (let index = 0; index < flat.length; index += 2) {
    const name = String(flat[index]);
    const lower = name.toLowerCase();
    if (name.startsWith(':') || lower === FLOW || OF_THE_CONNECTION.has(lower)) continue;
    kept.push(name, lower === 'baggage' ? String(flat[index + 1]).replace(BAGGAGE, '') : String(flat[index + 1]));
  }
  return kept;
}

// A list under one name: HTTP/2 and frameworks take objects.
function headerObject(flat) {
  const headers = {};
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index].toLowerCase();
    const known = headers[name];
    headers[name] = known === undefined ? flat[index + 1] : [known, flat[index + 1]].flat();
  }
  return headers;
}

/** Returns where the server of `socket` listens. A Unix domain socket has no port; its server knows the path. */
function addressOf(socket) {
  const { localAddress, localPort } = socket;
  if (localPort !== undefined) return { host: localAddress, port: localPort };
  return { path: socket.server?.address?.() ?? socket._server?.address?.() };
}

const bytesOf = ({ body, base64 }) => (base64 === undefined ? Buffer.from(body ?? '') : Buffer.from(base64, 'base64'));

function connected(address, { isTls, protocol }) {
  return new Promise((resolve, reject) => {
    const own = isTls
      ? builtin('node:tls').connect({ ...address, rejectUnauthorized: false, ALPNProtocols: [protocol] })
      : netConnect(address);
    own.once(isTls ? 'secureConnect' : 'connect', () => resolve(own));
    own.once('error', (error) => reject(Object.assign(error, { isUnsent: true })));
  });
}

function collect(stream, onEnd, reject) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  stream.on('error', reject);
  stream.on('end', () => onEnd(Buffer.concat(chunks)));
}

function overHttp1(raw, socket) {
  const body = bytesOf(raw);
  const headers = [...headersOf(raw.headers), ...lengthOf(raw, body.length), 'Connection', 'close'];
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ method: raw.method, path: raw.target, headers, createConnection: () => socket });
    outgoing.on('response', (response) => collect(response, (bytes) => resolve({
      status: response.statusCode, headers: response.headers, body: bytes,
    }), reject));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function overHttp2(raw, socket, isTls) {
  const scheme = isTls ? 'https' : 'http';
  const session = builtin('node:http2').connect(`${scheme}://localhost`, { createConnection: () => socket });
  const body = bytesOf(raw);
  const { host, ...headers } = headerObject([...headersOf(raw.headers), ...lengthOf(raw, body.length)]);
  const authority = raw.headers[raw.headers.indexOf(':authority') + 1] ?? host ?? 'localhost';
  return new Promise((resolve, reject) => {
    session.on('error', reject);
    const pseudo = { ':method': raw.method, ':path': raw.target, ':authority': authority };
    const stream = session.request({ ...pseudo, ...headers });
    stream.on('response', ({ ':status': status, ...answered }) => collect(stream, (bytes) => {
      session.close();
      resolve({ status, headers: { ...answered }, body: bytes });
    }, reject));
    stream.on('error', reject);
    stream.end(body);
  });
}

/**
 * Sends `raw`, {method, target, headers (flat), body or base64}, to the server at `address`. Resolves to {status,
 * headers, body}, the body as a Buffer. `onPort(port)` is called with the local port before the server sees
 * the request; a promise that it returns delays the request. `via`: http or http2.
 */
async function send(raw, { address, isTls, via = 'http', onPort }) {
  const own = await connected(address, { isTls, protocol: via === 'http2' ? 'h2' : 'http/1.1' });
  await onPort(own.localPort);
  return via === 'http2' ? overHttp2(raw, own, isTls) : overHttp1(raw, own);
}

/** The same for a server that takes in requests without a socket. `again` is from injectorOf() of ../listeners.js. */
async function sendInside(raw, { again, onMessage }) {
  const headers = headerObject(headersOf(raw.headers));
  const answer = await again({ method: raw.method, url: raw.target, headers, payload: bytesOf(raw) }, onMessage);
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}

module.exports = { addressOf, send, sendInside };
