'use strict';
// Calls that use no store and only wait: timers, hashes of passwords, calls to other servers. Between two synchronous
// accesses to a store, or to what the program keeps in memory, other requests run while one of them waits.

const { isBuiltin } = require('node:module');
const { current } = require('../context.js');
const { noteFetch } = require('../senders.js');
const { siteOfUser, siteOnStack } = require('../sites.js');

const WAITS = {}; // the one connection

/** Returns whether the running code is a request's that has no answer yet, outside of functions of stores. */
function isWaiting() {
  const context = current();
  return context?.request !== undefined && context.site === undefined && !context.quiet && !context.request.hasBegun;
}

const isSynchronous = (args, { callback, package: name }) =>
  callback && isBuiltin(name) && !args.some((value) => typeof value === 'function');

// Clients schedule what they send by timers. To hold these would hold all requests.
const isTimer = ({ package: name }) => name.startsWith('timers');

/** Only calls that the user's code makes, perhaps by a package; of timers those that it makes itself. */
function facts(self, args, spec, caller) {
  if (spec.api === 'fetch') noteFetch(args, caller);
  const find = isTimer(spec) ? siteOfUser : siteOnStack;
  const site = isWaiting() && !isSynchronous(args, spec) ? find(caller ?? facts) : undefined;
  return site === undefined ? undefined : { object: WAITS, statement: spec.api, site };
}

const nameOf = () => 'waits:';
const outcome = () => ({});

module.exports = { WAITS, facts, isUnordered: true, isWait: true, isWaiting, nameOf, outcome };
