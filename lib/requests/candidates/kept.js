'use strict';
// Candidates on caches in memory, which are not recorded: a request reads a row and gets it late, another one changes
// the row and drops it from the cache, and then the first one puts there what it has read. A later request shows it.
// The row may be read and changed in services, and the cache told by a message.
const { sees, writes } = require('../recording/conflicts.js');
const { needsOf } = require('../recording/counterparts.js');
const { idOf } = require('../recording/ids.js');
const { memoryCandidate } = require('./memory-candidate.js');
const { hasContent, isReading, isRefused } = require('../recording/answers.js');
const { nameOf, writesNothing } = require('../recording/probes.js');
const { rootsOf } = require('../recording/roots.js');

const RANK = 0.12; // below all others: most servers keep nothing
const MOST = 2;
const WHY = 'reads what the other changes, and may keep it';

// The answer to a synchronous access cannot be late.
const readsOf = ({ operations }) => operations.filter((one) => one.turn === undefined && one.effects && !writes(one));

function changeAfter(reader, { recording, requests }) {
  const reads = readsOf(reader);
  for (const request of requests) {
    if (request.number <= reader.number || isReading(request) || !hasContent(request)) continue;
    for (const write of request.operations.filter(writes)) {
      const read = reads.findLast((one) => sees(one, write));
      const needs = read && needsOf(recording, reader, request);
      if (needs) return { request, write, read, needs };
    }
  }
  return undefined;
}

function candidateOf(trace, reader, { request, write, read, needs }, probe) {
  const id = idOf(WHY, reader.handler, request.handler, read.site, write.site);
  const sides = { first: { request: reader, place: read }, second: { request, place: write } };
  return memoryCandidate(trace, sides, { id, rank: RANK, why: WHY, needs, holdsAnswer: true, probes: [probe.number] });
}

/** Returns candidates on what requests of `recordings` may keep in memory; `handlers` narrows them. */
function keptInMemory(recordings, handlers) {
  const isWanted = ({ first, second }) =>
    handlers === undefined || handlers.includes(first.handler) || handlers.includes(second.handler);
  const found = new Map();
  for (const root of rootsOf(recordings)) {
    const { trace, requests } = root;
    for (const reader of requests) {
      if (reader.method !== 'GET' || !hasContent(reader) || !writesNothing(reader)) continue;
      const change = changeAfter(reader, root);
      // Refused by then: what it reads was taken away, as a session.
      const isAnswered = (one) => hasContent(one) || isRefused(one);
      const isProbe = (one) => one.number > change?.request.number && nameOf(one) === nameOf(reader) && isAnswered(one);
      const probe = requests.find(isProbe);
      if (!probe) continue;
      const candidate = candidateOf(trace, reader, change, probe);
      if (isWanted(candidate) && !found.has(candidate.id)) found.set(candidate.id, candidate);
    }
  }
  return [...found.values()].slice(0, MOST);
}

module.exports = { keptInMemory };
