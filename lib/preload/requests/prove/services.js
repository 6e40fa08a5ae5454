'use strict';
// The services that take part in a proof, as its director sees them (service.js): tells them which flows belong to the
// two requests and where these are held, and hears of their operations.
const builtin = require('../../builtin.js');
const { hostOf } = require('./instances.js');
const { ownMain } = require('./program.js');
const { servicesIn } = require('./service.js');
const { speak } = require('./speak.js');

const net = builtin('node:net');
const { setTimeout, clearTimeout } = globalThis;

const START_MS = 2000; // so long a service may take until its agent listens
const HANG_MS = 3000; // one that does not answer a command for so long hangs
const PING_MS = 500;
const POLL_MS = 10;

class Hangs extends Error {
  constructor(service) {
    super('service hangs');
    this.service = service;
  }
}

class Link {
  #place; // {port, token, id, main}
  #observer;
  #say;
  #socket;
  #answers = new Map(); // number of a command -> function that takes its answer
  #count = 0;
  #isClosing = false;

  constructor(place, observer) {
    this.#place = place;
    this.#observer = observer;
  }

  get main() {
    return this.#place.main;
  }

  get id() {
    return this.#place.id;
  }

  /** Resolves to true when it is connected, to false if nobody listens any more. */
  open() {
    return new Promise((resolve) => {
      let isOpen = false;
      this.#socket = net.connect(this.#place.port, '127.0.0.1', () => {
        isOpen = true;
        resolve(true);
      });
      this.#socket.unref();
      this.#say = speak(this.#socket, (event) => this.#hear(event));
      this.#socket.on('close', () => {
        resolve(false);
        if (isOpen && !this.#isClosing) this.#observer.lost(this);
      });
    });
  }

  #hear({ type, number, ...event }) {
    if (type === 'done') this.#answers.get(number)?.(event);
    else if (type === 'held') this.#observer.held(event.who, this);
    else this.#observer[type](event, this);
  }

  /** Sends a command. Resolves to its answer; rejects with Hangs if there is none for `limit` ms. */
  ask(command, limit = HANG_MS) {
    const number = ++this.#count;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Hangs(this.main)), limit);
      timer.unref?.();
      this.#answers.set(number, (answer) => {
        clearTimeout(timer);
        this.#answers.delete(number);
        resolve(answer);
      });
      this.#say({ ...command, number, token: this.#place.token });
    });
  }

  close() {
    this.#isClosing = true;
    this.#socket?.destroy();
  }
}

class Services {
  #spec; // {folder, mains, counts}
  #observer;
  #links = [];

  /**
   * `spec`: {folder, mains, counts}, where the services are found, the main files of those that take part, and how many
   * processes have one of these if several do. `observer`:
   * {operation({who, operation}), end({who, operation}), foreign({statement}), held(who, link), crash({text}),
   * lost(link), work({who, how, queue, id}), arrived(call, link), answered({who, answer}), came({who, flow}, link),
   * began({store, tables})}.
   */
  constructor(spec, observer) {
    this.#spec = spec;
    this.#observer = observer;
  }

  /** Connects to all that run. Resolves to the main file of one that does not, or to undefined. */
  async connect(sleep, now) {
    const began = now();
    for (;;) {
      const places = servicesIn(this.#spec.folder);
      await this.#connectNew(places);
      const missing = this.#spec.mains.find((main) => !this.#links.some((link) => link.main === main));
      const isWhole = missing === undefined && this.#areAllThere(places);
      if (isWhole || now() - began > START_MS) return missing;
      await sleep(POLL_MS);
    }
  }

  // Those that have ended meanwhile were there.
  #areAllThere(places) {
    return Object.entries(this.#spec.counts ?? {})
      .every(([main, count]) => places.filter((place) => place.main === main).length >= count);
  }

  async #connectNew(places) {
    for (const place of places) {
      if (this.#links.some(({ id }) => id === place.id)) continue;
      const link = new Link(place, this.#observer);
      if (await link.open()) this.#links.push(link);
    }
  }

  #askAll(command) {
    return Promise.all(this.#links.map((link) => link.ask(command)));
  }

  /** Resolves when all services know that the flow belongs to `who`. */
  announce(who, flow) {
    return this.#askAll({ type: 'flow', who, flow });
  }

  // The main file of this process, if others with it take part.
  get #own() {
    const { mains, groups = [] } = this.#spec;
    return [mains, ...groups].some((list) => list.includes(ownMain())) ? ownMain() : undefined;
  }

  /** Resolves when all services know where `who` is held next. */
  expect(who, stop) {
    return this.#askAll({ type: 'stop', who, stop: stop && { main: this.#own, ...stop } });
  }

  /**
   * Resolves when the processes of `program`, else the others of this one, know that the request from `port` is that of
   * `who`.
   */
  awaitRequest(who, port, program = this.#own) {
    const peers = this.#links.filter(({ main }) => main === program);
    return Promise.all(peers.map((link) => link.ask({ type: 'request', who, port })));
  }

  /**
   * Resolves to {host, port, isTls} of the server of the program `main` that listens at the call site `server`. Rejects
   * if there is none.
   */
  async addressOf({ main, server }) {
    for (const link of this.#links.filter((one) => one.main === main)) {
      const { value } = await link.ask({ type: 'address', server });
      if (value) return { ...value, host: hostOf(value.host) };
    }
    throw Object.assign(new Error(`no server of ${main} listens`), { isUnsent: true });
  }

  /** Resolves when all services keep calls of `flow` with these shapes back, or statements: `type` says which. */
  keepBack(type, flow, shapes) {
    return this.#askAll({ type, flow, shapes });
  }

  /** Resolves when all that services have told until now is heard: a connection keeps the order. */
  sync() {
    return this.#askAll({ type: 'ping' });
  }

  /** Resolves to the lists of messages of all services (Backlog). */
  async backlogs() {
    return (await this.#askAll({ type: 'backlog' })).map(({ value }) => value ?? []);
  }

  /** Resolves to a reader of a store that one of the services uses (readers), or to undefined. */
  async readerOf(store) {
    for (const link of this.#links) {
      const call = async (method, ...args) => {
        const { value, problem } = await link.ask({ type: 'store', store, method, args });
        if (problem) throw new Error(problem);
        return value;
      };
      const opened = await call('open');
      if (!opened) continue;
      const check = opened.canCheck ? (sql) => call('check', sql) : undefined;
      return { read: (...args) => call('read', ...args), waits: () => call('waits'), check, close() {} };
    }
    return undefined;
  }

  /** Resolves to the main file of a service that does not answer, or to undefined. */
  async findHanging() {
    const pings = this.#links.map((link) => link.ask({ type: 'ping' }, PING_MS).then(() => undefined, (error) => error.service));
    return (await Promise.all(pings)).find(Boolean);
  }

  close() {
    for (const link of this.#links) link.close();
  }
}

module.exports = { Hangs, Services };
