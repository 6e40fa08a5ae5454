'use strict';
// Reads the address of a queue: redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]/NAME, or rediss:// for TLS.
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');

const NAME = /^(?=.*[^0-9])[A-Za-z0-9_.-]{1,64}$/; // not a number alone, which is a database
const PORT = 6379;

// A password may contain characters that end a URL's user part.
const withoutPassword = (text) => text.replace(/^([a-z]+:\/*)?.*@/i, '$1***@');

function fail(text, problem) {
  throw new UserError(messages.badQueue(withoutPassword(text), problem));
}

function parsed(text) {
  try {
    const url = new URL(text);
    return { url, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return fail(text, 'it is not a URL');
  }
}

function placeIn(text, { pathname }) {
  const parts = pathname.split('/').slice(1);
  const [database, name] = parts.length === 2 ? parts : ['0', parts[0]];
  if (parts.length > 2 || !/^[0-9]{1,4}$/.test(database)) fail(text, 'it has other parts than a database and a name');
  if (!name) fail(text, 'the name of the queue is missing');
  if (!NAME.test(name)) fail(text, 'a name has up to 64 letters, digits, "-", "_" and ".", and is not a number');
  return { database: Number(database), name };
}

/**
 * Returns {name, shown, options} of the address `text`: the queue's name, the address without its password, and the
 * options of a connection. Throws a UserError, whose line does not have the password either.
 */
function readAddress(text) {
  const { url, user, password } = parsed(text);
  if (!['redis:', 'rediss:'].includes(url.protocol)) fail(text, 'it begins with neither redis:// nor rediss://');
  if (url.hostname === '') fail(text, 'the host is missing');
  if (url.search !== '' || url.hash !== '') fail(text, 'it has a "?" or "#"; a password has them as %3F and %23');
  const { database, name } = placeIn(text, url);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const tls = url.protocol === 'rediss:' ? { servername: /^[0-9.]+$|:/.test(host) ? '' : host } : undefined;
  const login = { username: user || undefined, password: password || undefined };
  const options = { host, port: Number(url.port || PORT), db: database, ...login, tls };
  return { name, shown: `${url.protocol}//${url.host}${url.pathname}`, options };
}

module.exports = { readAddress };
