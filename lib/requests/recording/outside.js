'use strict';
// Operations of no request: work that a program starts by itself, as by a timer, set-up, or lost context.
const { isStore } = require('./recorded.js');

const MOST = 3; // call sites
const OFTEN = 3; // operations at one: set-up is done once

/** Returns up to three call sites that made most operations of no request, each several. */
function sitesOutside(recordings) {
  const counts = new Map();
  for (const operation of recordings.flatMap(({ operations }) => [...operations.values()])) {
    const site = operation.shownSite ?? operation.site;
    if (operation.request !== undefined || site === undefined || !isStore(operation)) continue;
    counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count >= OFTEN).sort(([, one], [, other]) => other - one)
    .slice(0, MOST).map(([site]) => site);
}

module.exports = { sitesOutside };
