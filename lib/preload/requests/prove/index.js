'use strict';
// Starts the director of a proof in this process, if a plan says so (NACD_REQUESTS_PLAN).
const { AsyncResource } = require('node:async_hooks');
const fs = require('node:fs');

const { placesOf, secretsOf } = require('../../../trace/places.js');
const { failureCode, firstLine } = require('../failure-code.js');
const { Arrivals } = require('./arrivals.js');
const { Director } = require('./director.js');
const { otherInstance } = require('./instances.js');
const { OwnTurns } = require('./own-turns.js');
const { joinPrograms, ownMain } = require('./program.js');
const { Values } = require('./rewrite.js');
const { addressOf, send, sendInside } = require('./send.js');
const { changedPlaces, sentPlaces } = require('./sent-places.js');
const { startService } = require('./service.js');
const { Services } = require('./services.js');

const { writeFileSync, renameSync, openSync, closeSync } = fs;
const { setTimeout } = globalThis; // tests may replace it later
const now = performance.now.bind(performance);
const BODY_MS = 1000;
const HALF_CLOSED_REMOTE = 6; // a state of nghttp2: the client has sent all

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Only one process carries out a plan.
function claim(file) {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch {
    return false;
  }
}

function writeResult(file, result) {
  writeFileSync(`${file}.tmp`, JSON.stringify(result), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

// A message of HTTP/2 that nobody reads is never complete.
function isWhole({ complete, stream }) {
  return complete || stream?.endAfterHeaders === true ||
    (stream?.state?.state === HALF_CLOSED_REMOTE && stream.readableLength === 0);
}

// The body of a request that nobody reads yet lies in its buffer.
function collectBody(message) {
  const chunks = [];
  const { push } = message;
  message.push = function collected(chunk, encoding) {
    if (chunk !== null) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    return Reflect.apply(push, this, [chunk, encoding]);
  };
  return async () => {
    for (const began = now(); !isWhole(message) && now() - began < BODY_MS;) await sleep(2);
    return Buffer.concat(chunks);
  };
}

async function copyOf(live, bodyOf) {
  const body = await bodyOf();
  return { method: live.method, target: live.target, headers: live.headers, base64: body.toString('base64') };
}

/** Starts the director, or what it needs in another process. `api` is that of ../listeners.js. */
function startProof(plan, api) {
  const { arrival, services } = plan;
  joinPrograms(services?.groups ?? []);
  if (services?.mains.includes(ownMain())) startService(services.folder, api);
  if (arrival.main === undefined || arrival.main === ownMain()) startDirector(plan, api);
}

function startDirector(plan, api) {
  const root = new AsyncResource('nacd-native');
  const inRoot = (fn) => root.runInAsyncScope(() => api.quietly(fn));
  const values = new Values();
  const arrivals = new Arrivals(plan, values);
  const ours = new Map(); // local port or message of a request of ours -> function that takes the server's request
  const secrets = new Set(); // not to be shown in reports
  let bodyOf;
  let services;

  // Starts a request that is not the test's, the way the test's came. Another process of
  // the server may get it: a promise of due(port) delays it.
  async function sendAgain({ to, ...raw }, live, onRequest, { instance, due } = {}) {
    for (const secret of secretsOf(raw)) secrets.add(secret);
    const note = (key) => { ours.set(key, onRequest); };
    const again = to ? undefined : api.injectorOf(live.message);
    if (again) return root.runInAsyncScope(() => sendInside(raw, { again, onMessage: note }));
    const onPort = (port) => {
      if (!to) note(port);
      return due?.(port, to?.main);
    };
    const place = await placeOf(to, live, instance);
    return inRoot(() => send(raw, { ...place, onPort }));
  }

  async function placeOf(to, { message: { socket }, via }, address = addressOf(socket)) {
    if (!to) return { address, isTls: socket.encrypted === true, via };
    const { isTls, ...other } = await services.addressOf(to);
    return { address: other, isTls, via: to.via };
  }

  const learn = (places, { headers, body }) => {
    values.learn(new Map(places), placesOf({ headers, body: body.toString('utf8') }));
  };

  function learnSent(live) {
    const recorded = plan.requests?.[plan.live];
    if (!recorded) return;
    const places = sentPlaces(live);
    values.learn(changedPlaces(sentPlaces(recorded), places), places);
  }

  async function rawOf(who, live) {
    const read = api.bodyReader(live.message, bodyOf);
    if (plan.same && read) return copyOf(live, read);
    if (read && plan.requests[plan.live]?.body) learnSent({ ...live, body: (await read()).toString('utf8') });
    return values.request(plan.requests[who]);
  }

  // With --instances it is sent to another process of the server.
  async function sendOther(who, live, { onRequest, due }) {
    const instance = plan.peers === undefined ? undefined : otherInstance(plan.peers);
    return sendAgain(await rawOf(who, live), live, onRequest, { instance, due });
  }

  const world = {
    sleep,
    now,
    write: (result) => writeResult(plan.result, { ...result, secrets: [...secrets] }),
    services(observer) {
      services = plan.services && new Services(plan.services, observer);
      return services;
    },
    send: sendOther,
    sendProbe: (probe, live) => sendAgain(values.request(probe.request), live, () => {}),
    async sendNeed(need, live) {
      const answer = await sendAgain(values.request(need.request), live, () => {});
      learn(need.places, answer);
      return answer;
    },
  };
  if (plan.learnLive) world.learn = (answer) => learn(plan.learnLive, answer);
  const director = new Director(plan, world, api);
  const own = plan.own && new OwnTurns(plan.own, director.over);

  api.onRequest((request) => {
    const key = ours.has(request.message) ? request.message : request.message.socket?.remotePort;
    const mine = ours.get(key);
    if (mine) {
      ours.delete(key);
      return mine(request);
    }
    const call = director.isActive ? director.fork?.take(request) : undefined;
    if (call) return call.then(() => { director.adopt(request); });
    if (director.adopt(request)) return undefined;
    if (director.isActive) return director.over;
    const arrival = arrivals.take(request);
    const isLive = arrival.isNamed && claim(plan.claim);
    if (isLive) {
      bodyOf = collectBody(request.message);
      learnSent(request);
    }
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
