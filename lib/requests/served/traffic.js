'use strict';
// Traffic from a file: a JSON list of {method, path, headers, body}, or a browser's HAR. The requests are sent one
// after the other, with the cookies of the answers, as one client does.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

const isTrafficFile = (traffic) => /\.(?:json|har)$/.test(traffic) && fs.existsSync(traffic);

// Node makes these itself.
const OF_THE_CONNECTION = /^(?::|host$|connection$|content-length$|accept-encoding$|cookie$|transfer-encoding$)/i;

function fromHar({ request: { method, url, headers = [], postData } }) {
  const { pathname, search } = new URL(url);
  const kept = headers.filter(({ name }) => !OF_THE_CONNECTION.test(name)).map(({ name, value }) => [name, value]);
  return { method, path: pathname + search, headers: Object.fromEntries(kept), body: postData?.text };
}

const isRequest = (entry) => typeof entry?.path === 'string' && entry.path.startsWith('/')
  && (entry.method === undefined || typeof entry.method === 'string');

/** Returns the requests in the text of a file. Throws an Error that says what is wrong with it. */
function requestsIn(text) {
  const content = JSON.parse(text);
  if (!Array.isArray(content) && !Array.isArray(content?.log?.entries)) throw new Error('it is neither a list nor a HAR');
  const requests = Array.isArray(content) ? content : content.log.entries.map(fromHar);
  if (requests.length === 0) throw new Error('it has no request');
  const bad = requests.findIndex((entry) => !isRequest(entry));
  if (bad >= 0) throw new Error(`entry ${bad + 1} has no "path" that begins with "/", or a "method" that is no text`);
  return requests;
}

/** Throws a UserError if `traffic` names a file, in `cwd`, that has no requests. Other texts are commands. */
function checkTraffic(traffic, cwd) {
  const file = path.resolve(cwd, traffic);
  const isNamed = /^\S+\.(?:json|har)$/.test(traffic);
  if (!isNamed && !isTrafficFile(file)) return;
  try {
    requestsIn(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(error.code ? messages.cannotRead(file, error) : messages.badTraffic(traffic, error));
  }
}

function take(cookies, response) {
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = line.split(';')[0].split(/=(.*)/s);
    cookies.set(name.trim(), value);
  }
}

function optionsOf({ method = 'GET', headers = {}, body }, cookies) {
  const isObject = typeof body === 'object' && body !== null;
  const type = isObject ? { 'content-type': 'application/json' } : {};
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    method, redirect: 'manual', headers: { ...type, ...(cookie && { cookie }), ...headers },
    body: isObject ? JSON.stringify(body) : body,
  };
}

async function sendOne(request, url, cookies) {
  const response = await fetch(url + request.path, optionsOf(request, cookies));
  await response.arrayBuffer();
  take(cookies, response);
}

/**
 * Sends the requests in `file` to the server at `url`, and waits for `between()` after each. Resolves to
 * {request: 'POST /redeem', reason} if one gets no answer, and sends no more then.
 */
async function sendTraffic(file, url, between = () => {}) {
  const cookies = new Map();
  for (const request of requestsIn(fs.readFileSync(file, 'utf8'))) {
    try {
      await sendOne(request, url, cookies);
      await between();
    } catch (error) {
      return { request: `${request.method ?? 'GET'} ${request.path}`, reason: (error.cause ?? error).message };
    }
  }
  return undefined;
}

module.exports = { checkTraffic, isTrafficFile, sendTraffic };
