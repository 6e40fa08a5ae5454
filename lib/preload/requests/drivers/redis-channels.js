'use strict';
// Channels of Redis (PUBLISH). A message is one text, without fields. White space behind a JSON text means nothing, so
// the flow is written in that: whoever parses the text gets the same value. Consumers that are recorded get the text
// as it was sent; other texts carry no flow.

const { handOut, send } = require('../messages.js');

const { apply } = Reflect;

/** The commands that send a message. */
const SENDS = new Set(['PUBLISH', 'SPUBLISH']);
const SIGNS = ' \t\n\r';
const BITS = 2; // of a sign
const SIGNS_OF_ONE = 4; // signs of a character of the flow
const BEGIN = '\r\t\r\n\t\r';
const HIDDEN = new RegExp(`${BEGIN}([ \\t\\n\\r]+)$`);

const ofChannel = (channel) => `channel ${channel}`;

function isJson(text) {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function signsOf(character) {
  const code = character.charCodeAt(0);
  return Array.from({ length: SIGNS_OF_ONE }, (_, at) => SIGNS[(code >> (BITS * at)) & (SIGNS.length - 1)]).join('');
}

function characterOf(signs) {
  return String.fromCharCode([...signs].reduce((code, sign, at) => code | (SIGNS.indexOf(sign) << (BITS * at)), 0));
}

/** Returns the arguments of PUBLISH with the flow in the message, or undefined if it carries none. */
function published([channel, message, ...more]) {
  const text = typeof message === 'string' || Buffer.isBuffer(message) ? String(message) : '';
  if (!isJson(text)) return undefined;
  const sent = send(ofChannel(channel));
  return sent && [channel, `${text}${BEGIN}${[...sent.text].map(signsOf).join('')}`, ...more];
}

// Returns {message, text}: the message as the program has sent it, and the flow.
function opened(message) {
  const found = HIDDEN.exec(String(message));
  if (!found) return { message };
  const text = found[1].match(/.{4}/gs).map(characterOf).join('');
  const length = found.index;
  return { message: typeof message === 'string' ? message.slice(0, length) : Buffer.from(String(message).slice(0, length)), text };
}

/** Calls consume(message) for a message of a channel, as the program has sent it, in the context of its flow. */
function delivered(channel, given, consume) {
  const { message, text } = opened(given);
  handOut({ queue: ofChannel(channel), text, via: 'redis', name: String(channel) }, () => consume(message));
}

// The places of channel and message in the arguments of an event.
const EVENTS = new Map(['message', 'pmessage', 'smessage'].flatMap((name) => [name, `${name}Buffer`]).map((name) => (
  [name, name.startsWith('p') ? [1, 2] : [0, 1]])));

/** Takes the place of emit() of a client that tells messages by events. */
const emit = (original) => function emit(event, ...args) {
  const places = EVENTS.get(event);
  const listeners = places && this.rawListeners(event);
  if (!listeners?.length) return apply(original, this, [event, ...args]);
  const [channel, message] = places;
  delivered(args[channel], args[message], (text) => listeners.map((one) => apply(one, this, args.with(message, text))));
  return true;
};

const wrappers = new WeakMap(); // listener -> what takes its place

function listening(listener) {
  if (typeof listener !== 'function') return listener;
  if (!wrappers.has(listener)) {
    wrappers.set(listener, function listen(message, channel) {
      delivered(channel, message, (text) => [apply(listener, this, [text, channel])]);
    });
  }
  return wrappers.get(listener);
}

// subscribe(type, channels, listener, isBuffer) and unsubscribe() of node-redis.
const withListener = (original) => function (type, channels, listener, ...more) {
  return apply(original, this, [type, channels, listening(listener), ...more]);
};

module.exports = { SENDS, emit, published, withListener };
