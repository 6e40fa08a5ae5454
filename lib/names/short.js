'use strict';
// Short names of operations for people, in messages, reports and gates.
const { readName } = require('./name.js');

const PHASES = {
  registration: 'start', action: 'start', callback: 'callback', event: 'event', promise: 'promise',
  descriptor: 'arrival', worker: 'completion', timer: 'fires',
};

// Bytes on their way to another process.
const SENT = /(?:^|\/)sent#[0-9]+$/;

/**
 * Returns the place of a stall, an operation of the phase "stall": "main thread before setImmediate". `sited`: with the
 * call site.
 */
function stallName(name, sited = false) {
  const { api, count, site, tail } = readName(name);
  if (api === 'thread') return `start of worker ${count}`;
  const where = tail?.endsWith('/after#1') ? 'after' : 'before';
  const what = api === 'turn' ? 'immediates or closing callbacks' : api;
  return `main thread ${where} ${what}${sited && site ? ` at ${site}` : ''}`;
}

/**
 * Returns a short name: "fs.access callback", "setInterval tick 2", "stream sends". Without `api` it begins with the
 * full name.
 */
function operationName({ api, name, phase }) {
  if (phase === 'stall') return stallName(name);
  const what = api ?? name;
  if (phase === 'descriptor' && SENT.test(name)) return `${what} sends`;
  if (phase !== 'timer') return `${what} ${PHASES[phase] ?? phase}`;
  const tick = /\/tick#([0-9]+)$/.exec(name)?.[1];
  return tick ? `${what} tick ${tick}` : what;
}

module.exports = { operationName, stallName };
