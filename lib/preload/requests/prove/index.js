'use strict';
// Starts the director of a proof in this process, if a plan says so (NACD_REQUESTS_PLAN).
const fs = require('node:fs');

const { failureCode, firstLine } = require('../failure-code.js');
const { Arrivals } = require('./arrivals.js');
const { Director } = require('./director.js');
const { OwnTurns } = require('./own-turns.js');
const { joinPrograms, ownMain } = require('./program.js');
const { Values } = require('./rewrite.js');
const { startService } = require('./service.js');
const { World } = require('./world.js');

const { openSync, closeSync } = fs;

// Only one process carries out a plan.
function claim(file) {
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch {
    return false;
  }
}

/** Starts the director, or what it needs in another process. `api` is that of ../listeners.js. */
function startProof(plan, api) {
  const { arrival, services } = plan;
  joinPrograms(services?.groups ?? []);
  if (services?.mains.includes(ownMain())) startService(plan, api);
  if (arrival.main === undefined || arrival.main === ownMain()) startDirector(plan, api);
}

function startDirector(plan, api) {
  const values = new Values();
  const arrivals = new Arrivals(plan, values);
  const world = new World(plan, values, api);
  const director = new Director(plan, world, api);
  const own = plan.own && new OwnTurns(plan.own, director.over);

  api.onRequest((request) => {
    const ours = world.takeOurs(request);
    if (ours) return ours(request);
    const call = director.isActive ? director.fork?.take(request) : undefined;
    if (call) return call.then(() => { director.adopt(request); });
    if (director.adopt(request)) return undefined;
    if (director.isActive) return director.over;
    const arrival = arrivals.take(request);
    const isLive = arrival.isNamed && claim(plan.claim);
    if (isLive) world.takeLive(request);
    const turn = own?.take(request, arrival);
    if (!isLive) return turn;
    return turn ? turn.then(() => director.begin(request)) : director.begin(request);
  });
  api.onMessage((request) => { director.adopt(request); });
  api.onWork((event) => director.work(event));
  api.onResponse((request) => {
    arrivals.answered(request);
    own?.answered(request);
    director.fork?.answeredHere(request);
  });
  api.onOperation((operation) => director.call(operation));
  api.onOperationEnd((operation) => director.end(operation));
  process.on('uncaughtExceptionMonitor', (error) => director.crash(firstLine(error), failureCode(error)));
  process.on('exit', (code) => director.crash(`the process exits with status ${code}`));
}

module.exports = { startProof };
