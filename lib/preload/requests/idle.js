'use strict';
// Tells when the program does nothing more about a message that nobody says is dealt with. On a busy machine time
// passes although the program waits for the processor, so only time counts in which it waits for what is outside.

const { performance } = require('node:perf_hooks');

const { clearInterval, setInterval } = globalThis; // tests may replace them later
const now = performance.now.bind(performance);
const loop = performance.eventLoopUtilization.bind(performance);

const LOOK_MS = 50;
const IDLE_MS = 300; // so long nothing of a message is on its way, while the program is idle
const LONGEST_MS = 3000; // what goes on for longer, such as a timer, is not waited for

/**
 * Calls over() once `request`, {operations, ended: how many of these are over}, has nothing on its way while the
 * program was idle for a while, or a few seconds later. Returns a function that ends the wait.
 */
function whenIdle(request, over) {
  const began = now();
  let seen = request.operations;
  let from = loop().idle;
  const timer = setInterval(() => {
    const { idle } = loop();
    const isOnItsWay = request.ended < request.operations || request.operations !== seen;
    if (isOnItsWay) [seen, from] = [request.operations, idle];
    if (idle - from < IDLE_MS && now() - began < LONGEST_MS) return;
    clearInterval(timer);
    over();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

module.exports = { whenIdle };
