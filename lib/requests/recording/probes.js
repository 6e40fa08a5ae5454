'use strict';
// Requests of the test that only read, which show what a program keeps in memory: sent again, before and after the two
// requests of a proof, their answers are the state.

const { hasContent } = require('./answers.js');

const MEMORY = 'memory'; // in the place of a store's name
const MOST_PROBES = 3;

const writesNothing = ({ operations }) => operations.every(({ effects = [] }) => effects.every((one) => one.class === 'R'));
const nameOf = ({ method, target }) => `${method} ${target}`;

/** Returns requests of `recording` after `live` that read and succeed, the next ones first, each target once. */
function probesAfter(live, recording) {
  const probes = new Map();
  for (const request of recording.requests.values()) {
    const isProbe = request.number > live.number && request.method === 'GET' && hasContent(request)
      && writesNothing(request);
    if (isProbe && !probes.has(nameOf(request)) && probes.size < MOST_PROBES) probes.set(nameOf(request), request);
  }
  return [...probes.values()];
}

module.exports = { MEMORY, nameOf, probesAfter, writesNothing };
