'use strict';
// Sends a request again, to the server that took in the request of the test.
const builtin = require('../../builtin.js');

const http = builtin('node:http');
const https = builtin('node:https');
const { request: httpRequest } = http;
const { request: httpsRequest } = https;

// Node makes these for the new connection.
const OF_THE_CONNECTION = new Set(['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect', 'upgrade']);

function headersOf(flat, length) {
  const kept = [];
  for (let index = 0; index < flat.length; index += 2) {
    const name = String(flat[index]);
    if (!name.startsWith(':') && !OF_THE_CONNECTION.has(name.toLowerCase())) kept.push(name, String(flat[index + 1]));
  }
  if (length > 0) kept.push('Content-Length', String(length));
  kept.push('Connection', 'close');
  return kept;
}

// A Unix domain socket has no port; its server knows the path.
function addressOf(socket) {
  const { localAddress, localPort } = socket;
  if (localPort !== undefined) return { host: localAddress, port: localPort };
  return { socketPath: socket.server?.address?.() ?? socket._server?.address?.() };
}

const bytesOf = ({ body, base64 }) => (base64 === undefined ? Buffer.from(body ?? '') : Buffer.from(base64, 'base64'));

/**
 * Sends `raw`, {method, target, headers (flat), body or base64}, to the server of `socket`. Resolves to {status,
 * headers, body}, the body as a Buffer. `onPort(port)` is called with the local port before the server sees it.
 */
function send(raw, { socket, onPort }) {
  const isTls = socket.encrypted === true;
  const request = isTls ? httpsRequest : httpRequest;
  const body = bytesOf(raw);
  const options = {
    ...addressOf(socket), method: raw.method, path: raw.target, headers: headersOf(raw.headers, body.length),
    agent: false, rejectUnauthorized: false,
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({
        status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks),
      }));
    });
    outgoing.on('socket', (own) => own.once('connect', () => onPort(own.localPort)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The same for a server that takes in requests without a socket. `again` is from injectorOf() of ../listeners.js. */
async function sendInside(raw, { again, onMessage }) {
  const headers = {};
  const flat = headersOf(raw.headers, 0);
  for (let index = 0; index < flat.length; index += 2) headers[flat[index]] = flat[index + 1];
  const answer = await again({ method: raw.method, url: raw.target, headers, payload: bytesOf(raw) }, onMessage);
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}

module.exports = { send, sendInside };
