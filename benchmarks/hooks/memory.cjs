'use strict';
// Calls fs.stat a million times, 64 at a time, after some calls to warm up. Prints the resident set in bytes after the
// first and after the second half, each time when all calls have completed and garbage is collected.
const fs = require('node:fs');
const { setTimeout: wait } = require('node:timers/promises');

function stats(count) {
  return new Promise((resolve) => {
    let started = 0;
    let ended = 0;
    const begin = () => { if (started++ < count) fs.stat(__filename, next); };
    const next = () => (++ended === count ? resolve() : begin());
    for (let i = 0; i < 64; i++) begin();
  });
}

async function resident() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await wait(100);
  }
  return process.memoryUsage.rss();
}

(async () => {
  const sizes = [];
  await stats(100_000);
  for (let half = 0; half < 2; half++) {
    await stats(500_000);
    sizes.push(await resident());
  }
  console.log(JSON.stringify(sizes));
})();
