'use strict';
// The form of a candidate on what a process keeps in memory: it is made of the recording, not by the analysis.
const { MEMORY } = require('../recording/probes.js');

// The place may be in a service.
function sideOf(trace, { request, handler = request.handler, place }) {
  const traces = place.trace === undefined || place.trace === trace ? undefined : [place.trace, place.trace];
  const own = { trace, request: request.number, handler, window: [place.operation, place.operation] };
  return { ...own, ...(traces && { traces }), sites: [place.site], statements: [place.statement] };
}

/**
 * Returns a candidate in whose bad order `second` runs while `first` is held at its operation. Both are {request,
 * handler, place: its operation}. `about`: the keys that candidates differ in, such as id and rank.
 */
function memoryCandidate(trace, { first, second }, { why, needs = [], ...about }) {
  const order = [first, second, first].map(({ place }, i) => [i === 1 ? 'second' : 'first', place.operation]);
  return {
    pattern: 'memory', why: [why], same: false,
    first: { ...sideOf(trace, first), hold: first.place.operation }, second: sideOf(trace, second), order,
    store: MEMORY, keys: {}, columns: [], transaction: 'none', needs: { first: [], second: needs }, examples: 1, ...about,
  };
}

module.exports = { memoryCandidate };
