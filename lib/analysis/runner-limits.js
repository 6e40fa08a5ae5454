'use strict';
// Says what runners write about a test that took too long, or that never came to its end.

// Each has the limit, in milliseconds.
const LIMITS = [
  /test timed out after (?<ms>[0-9]+)ms/, // node:test, tape, brittle
  /Timeout of (?<ms>[0-9]+)ms exceeded/, // mocha
  /Exceeded timeout of (?<ms>[0-9]+) ms for a (?:test|hook)/, // jest
  /(?:Test|Hook) timed out in (?<ms>[0-9]+)ms/, // vitest
  /(?:Test|Hook) timeout of (?<ms>[0-9]+)ms exceeded/, // playwright
  /did not complete within (?<ms>[0-9]+)ms/, // jasmine
  /Timed out \((?<ms>[0-9]+)ms\)/, // lab
  /Test took longer than (?<ms>[0-9]+)ms/, // qunit
];

const WITHOUT_NUMBER = [
  /^(?:Test timeout exceeded|Timed out while running tests)/m, // ava
  /\btimeout!/, // tap
  /test did not finish before its parent and was cancelled/, // node:test
  /Promise resolution is still pending but the event loop has already resolved/, // node:test
];

/** Returns the limit of time, in milliseconds, that a runner's message says was exceeded; undefined: it says none. */
function limitIn(message) {
  const ms = LIMITS.map((pattern) => pattern.exec(message)).find(Boolean)?.groups.ms;
  return ms === undefined ? undefined : Number(ms);
}

/** Returns whether a runner's message only says that a test did not end, not what went wrong in it. */
const hasNotEnded = (message) => [...LIMITS, ...WITHOUT_NUMBER].some((pattern) => pattern.test(message));

module.exports = { hasNotEnded, limitIn };
