'use strict';
// Finds request races in one trace, in a process of its own, so that its peak of memory is its own.
// usage: node find-one.cjs TRACE
const { findRequestRaces } = require('../../lib/preload/binding.js');

const began = process.hrtime.bigint();
const before = process.cpuUsage();
const found = JSON.parse(findRequestRaces([process.argv[2]], {}));
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({
  seconds: Number(process.hrtime.bigint() - began) / 1e9,
  cpu: (user + system) / 1e6,
  mebibytes: process.resourceUsage().maxRSS / 1024,
  requests: found.requests,
  operations: found.operations,
  pairs: found.pairs,
  candidates: found.candidates.length,
}));
