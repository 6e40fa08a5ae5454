'use strict';
// The world of a director: sends the other request and those that it needs, with the values of this run, and writes the
// result.
const { AsyncResource } = require('node:async_hooks');
const fs = require('node:fs');

const { placesOf, secretsOf } = require('../../../trace/places.js');
const { changedPlaces, sentPlaces } = require('../../../trace/sent-places.js');
const { otherInstance } = require('./instances.js');
const { addressOf, send, sendInside } = require('./send.js');
const { Services } = require('./services.js');

const { writeFileSync, renameSync } = fs;
const { setTimeout } = globalThis; // tests may replace it later
const now = performance.now.bind(performance);
const BODY_MS = 1000;
const HALF_CLOSED_REMOTE = 6; // a state of nghttp2: the client has sent all

const sleep = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

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

class World {
  #plan;
  #api; // that of ../listeners.js
  #values;
  #root = new AsyncResource('nacd-native');
  #ours = new Map(); // local port or message of a request of ours -> function that takes the server's request
  #secrets = new Set(); // not to be shown in reports
  #bodyOf; // of the request of the test
  #services;
  sleep = sleep;
  now = now;

  /** `values`: Values, which also arrivals are known by. */
  constructor(plan, values, api) {
    this.#plan = plan;
    this.#values = values;
    this.#api = api;
  }

  write(result) {
    const { result: file } = this.#plan;
    writeFileSync(`${file}.tmp`, JSON.stringify({ ...result, secrets: [...this.#secrets] }), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }

  services(observer) {
    this.#services = this.#plan.services && new Services(this.#plan.services, observer);
    return this.#services;
  }

  /** Takes the request of the test when it arrives. */
  takeLive(live) {
    this.#bodyOf = collectBody(live.message);
    this.#learnSent(live);
  }

  /** Returns the function that takes `request` if the world has sent it, once; else undefined. */
  takeOurs({ message }) {
    const key = this.#ours.has(message) ? message : message.socket?.remotePort;
    const take = this.#ours.get(key);
    this.#ours.delete(key);
    return take;
  }

  // With --instances it is sent to another process of the server.
  async send(who, live, { onRequest, due }) {
    const { peers } = this.#plan;
    const instance = peers === undefined ? undefined : otherInstance(peers);
    return this.#sendAgain(await this.#rawOf(who, live), live, onRequest, { instance, due });
  }

  sendProbe(probe, live) {
    return this.#sendAgain(this.#values.request(probe.request), live, () => {});
  }

  async sendNeed(need, live) {
    const answer = await this.#sendAgain(this.#values.request(need.request), live, () => {});
    this.#learn(need.places, answer);
    return answer;
  }

  /** Takes the answer to the request of the test. */
  learn(answer) {
    if (this.#plan.learnLive) this.#learn(this.#plan.learnLive, answer);
  }

  // Starts a request that is not the test's, the way the test's came. Another process of
  // the server may get it: a promise of due(port) delays it.
  async #sendAgain({ to, ...raw }, live, onRequest, { instance, due } = {}) {
    for (const secret of secretsOf(raw)) this.#secrets.add(secret);
    const note = (key) => { this.#ours.set(key, onRequest); };
    const again = to ? undefined : this.#api.injectorOf(live.message);
    if (again) return this.#root.runInAsyncScope(() => sendInside(raw, { again, onMessage: note }));
    const onPort = (port) => {
      if (!to) note(port);
      return due?.(port, to?.main);
    };
    const place = await this.#placeOf(to, live, instance);
    return this.#root.runInAsyncScope(() => this.#api.quietly(() => send(raw, { ...place, onPort })));
  }

  async #placeOf(to, { message: { socket }, via }, address = addressOf(socket)) {
    if (!to) return { address, isTls: socket.encrypted === true, via };
    const { isTls, ...other } = await this.#services.addressOf(to);
    return { address: other, isTls, via: to.via };
  }

  async #rawOf(who, live) {
    const { live: name, requests, same } = this.#plan;
    const read = this.#api.bodyReader(live.message, this.#bodyOf);
    if (same && read) return copyOf(live, read);
    if (read && requests[name]?.body) this.#learnSent({ ...live, body: (await read()).toString('utf8') });
    return this.#values.request(requests[who]);
  }

  #learn(places, { headers, body }) {
    this.#values.learn(new Map(places), placesOf({ headers, body: body.toString('utf8') }));
  }

  #learnSent(live) {
    const recorded = this.#plan.requests?.[this.#plan.live];
    if (!recorded) return;
    const places = sentPlaces(live);
    this.#values.learn(changedPlaces(sentPlaces(recorded), places), places);
  }
}

module.exports = { World };
