'use strict';
// Tells which processes take part in a proof.
const { MESSAGE } = require('../../trace/protocol.js');
const { startedOf } = require('../recording/placed.js');

// Returns whether a message came to both: then each has its own, as the groups of Kafka do.
function haveSame(one, other) {
  const callsOf = (list) => list.flatMap(({ requests }) => [...requests.values()])
    .filter(({ method }) => method === MESSAGE).map(({ call }) => call);
  const known = new Set(callsOf(one));
  return callsOf(other).some((call) => known.has(call));
}

/**
 * Returns lists of main files of different programs that are consumers of one queue: any of these may get the next
 * message.
 */
function groupsOf(recordings) {
  const own = recordings.filter(({ isForeign, main }) => !isForeign && main !== undefined);
  const groups = new Map(); // queue -> lists of recordings with the same main file
  for (const recording of own) {
    for (const queue of recording.consumes ?? []) {
      const programs = groups.get(queue) ?? new Map();
      groups.set(queue, programs.set(recording.main, [...programs.get(recording.main) ?? [], recording]));
    }
  }
  return [...groups.values()].filter((programs) => {
    const lists = [...programs.values()];
    return lists.length > 1 && lists.every((one, i) => lists.slice(i + 1).every((other) => !haveSame(one, other)));
  }).map((programs) => [...programs.keys()]);
}

// {main: number} of several processes or threads with one main file, of `others`: those that were there when the
// requests came. Chance decides which of them gets the next message.
function countsOf(mains, others) {
  const counts = new Map([...mains].map((main) => [main, 0]));
  for (const { main } of others) if (counts.has(main)) counts.set(main, counts.get(main) + 1);
  return [...counts].filter(([, count]) => count > 1);
}

// When the last of the requests in `flow` that came to `own` did, in milliseconds since 1970.
function lastOf(own, flow) {
  const requests = new Set(flow);
  const came = [...own.requests.values()].filter((one) => requests.has(one) && one.method !== MESSAGE);
  const times = came.map(({ t }) => t);
  return times.length > 0 ? startedOf(own) + Math.max(...times) : Infinity;
}

/**
 * Returns those of `recordings` whose processes were there when the requests of `flow` came to that of `own`. A process
 * that a request itself starts, such as a compiler, does not run before that comes.
 */
function thereFor(own, flow, recordings) {
  const latest = lastOf(own, flow);
  return recordings.filter((recording) => !(startedOf(recording) > latest));
}

/**
 * Returns {mains, groups, counts}: the main files of the other processes that take part in the requests of `flow`,
 * those of groupsOf() that do, and how many processes have one of these main files. Undefined if there are none. `own`
 * is the recording of the process that gets the request of the test. Another one that listens on the same port may get
 * the next request.
 */
function servicesOf(own, flow, recordings) {
  const requests = new Set(flow);
  const there = new Set(thereFor(own, flow, recordings));
  const hasPart = (recording) => [...recording.requests.values()].some((one) => requests.has(one));
  const isPart = (recording) => there.has(recording) && hasPart(recording);
  const isPeer = ({ main, isShared }) => isShared && main === own.main;
  const isOther = (one) => one !== own && !one.isForeign && (isPart(one) || (own.isShared && isPeer(one)));
  const mains = new Set(recordings.filter(isOther).map(({ main }) => main));
  const isIn = (main) => mains.has(main) || (main === own.main && isPart(own));
  const groups = groupsOf(recordings).filter((group) => group.some(isIn));
  for (const main of groups.flat()) if (main !== own.main) mains.add(main);
  if (mains.size === 0) return undefined;
  const counts = countsOf(mains, [...there].filter((one) => one !== own && !one.isForeign));
  return {
    mains: [...mains], ...(groups.length > 0 && { groups }),
    ...(counts.length > 0 && { counts: Object.fromEntries(counts) }),
  };
}

module.exports = { groupsOf, servicesOf, thereFor };
