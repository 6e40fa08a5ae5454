'use strict';
// Conducts one run of a plan in the process of the server: takes in what the two requests and the services tell, has
// the steps of the plan carried out, writes the result.
const { otherSide } = require('../../../trace/protocol.js');
const { Actor, deferred } = require('./actor.js');
const { keepAnswer, readable } = require('./answer.js');
const { Backlog, hasBacklog } = require('./backlog.js');
const { Beginning } = require('./beginning.js');
const { POLL_MS } = require('./blocked.js');
const { Fork, namesOf } = require('./fork.js');
const { Notes } = require('./notes.js');
const { Roster } = require('./roster.js');
const { Hangs } = require('./services.js');
const { States } = require('./states.js');
const { Steps } = require('./steps.js');

// The program's tests may replace the timers later.
const { setTimeout, clearTimeout } = globalThis;

const BACKLOG_MS = 3000; // so long messages of earlier requests are waited for

class Director {
  #plan;
  #world; // World
  #services; // of other processes, or undefined
  #states;
  #actors = new Roster();
  #over = deferred();
  #notes;
  #backlog = new Backlog();
  #active = false;
  #steps; // from when they are carried out
  #beginning;
  /** The Fork of a proof whose two are branches of the request of the test, or undefined. */
  fork;

  constructor(plan, world, api) {
    this.#plan = plan;
    this.#world = world;
    this.#notes = new Notes(world.now, plan.tables, () => api.stores());
    this.#states = new States(plan, api, (store) => this.#services?.readerOf(store));
    const first = { has: (name) => this.#states.has(name), readOne: (name) => this.#readFirst(name) };
    this.#beginning = new Beginning(first, () => api.stores(), (name, tables) => this.#began(name, tables));
  }

  get isActive() {
    return this.#active;
  }

  /** Resolves when the proof is over and every request may go on. */
  get over() {
    return this.#over.promise;
  }

  /** Takes the request of the plan as it arrives. Returns a promise that holds it. */
  begin(live) {
    this.#active = true;
    this.#states.sendProbe = async (probe) => readable(await this.#world.sendProbe(probe, live));
    const { live: who } = this.#plan;
    const gate = deferred();
    this.#services = this.#world.services(this.#serviceObserver());
    const actor = new Actor(who, gate.resolve, true, this.#services);
    this.#actors.add(actor, live);
    if (this.#plan.branches) this.#addBranches(live, actor);
    else this.#addOther(live, actor);
    // A test that gives up its request goes on, and changes the state that is to be read.
    live.response.once?.('close', () => this.#stop('connection closed'));
    keepAnswer(live.response, this.over, (answer) => {
      this.#world.learn?.(answer);
      actor.answer(readable(answer));
      this.fork?.rootAnswered();
    });
    this.#conduct(live).catch((error) => this.#fail(error));
    return gate.promise;
  }

  #addOther(live, { who }) {
    const other = new Actor(otherSide(who), () => this.#sendOther(other, live), false, this.#services);
    this.#actors.add(other);
  }

  // The request of the test is neither of both.
  #addBranches(live, root) {
    const late = () => this.#stop('not reached', { step: {} });
    this.fork = new Fork(this.#plan.branches, { root, flow: live.flow, services: this.#services, late });
    for (const actor of this.fork.actors) this.#actors.add(actor);
  }

  #fail(error) {
    if (error instanceof Hangs) this.#stop('service hangs', { service: error.service });
    else this.#stop('error', { problem: error.stack });
  }

  // Takes what services tell.
  #serviceObserver() {
    const tell = (link, command) => { link.ask(command).catch((error) => this.#fail(error)); };
    return {
      operation: ({ who, operation }) => {
        this.#actors.get(who).sentElsewhere(operation);
        this.#states.note(operation);
        this.#notes.sent(who, operation);
      },
      end: ({ who, operation }) => {
        this.#actors.get(who).end(operation);
        this.#notes.ended(who, operation);
      },
      held: (who, link) => this.#actors.get(who).heldElsewhere(() => tell(link, { type: 'release', who })),
      arrived: (call, link) => this.fork.arrived(call, (command) => tell(link, { type: 'admit', ...command })),
      answered: (event) => this.fork.answered(event),
      came: async ({ who, flow }, link) => {
        await this.#otherCame(this.#actors.get(who), { flow });
        tell(link, { type: 'known', who });
      },
      foreign: (operation) => this.#foreign(operation),
      work: (event) => this.#work(this.#actors.get(event.who), event),
      began: ({ store, tables }) => this.#began(store, tables),
      crash: ({ text, failed }) => this.crash(text, failed),
      lost: ({ main }) => this.crash(`the process of ${main} ends`),
    };
  }

  /** Takes that a message was sent, or was dealt with, in this process. */
  work(event) {
    this.#backlog.take(event);
    const actor = this.#active ? this.#actors.of(event.request) : undefined;
    if (actor) this.#work(actor, event);
  }

  // Those that nobody dealt with in the recording are not waited for.
  #work(actor, event) {
    const times = this.#plan.queues?.[event.queue];
    if (times !== undefined) actor.work(event, times);
  }

  // Services hold the requests of this flow, too, before they may make one.
  async #joinServices(live) {
    const missing = await this.#services.connect(this.#world.sleep, this.#world.now);
    if (missing !== undefined) return this.#stop('service missing', { service: missing });
    await this.#services.announce(this.#plan.live, live.flow);
    return this.fork?.announce(this.#services);
  }

  // Consumers of earlier messages are done before the first state is read: they change it.
  async #finishBacklog({ flow }) {
    const { queues } = this.#plan;
    for (const began = this.#world.now(); queues && this.#active;) {
      const others = await this.#services?.backlogs() ?? [];
      if (!hasBacklog([this.#backlog.list(), ...others], queues, flow)) return;
      if (this.#world.now() - began > BACKLOG_MS) this.#stop('message pending');
      await this.#world.sleep(POLL_MS);
    }
  }

  /** Takes a request that one of both has caused, by a call to this server. Returns false for another one. */
  adopt(request) {
    if (!this.#active) return false;
    return this.#actors.adopt(request, this.fork);
  }

  // Resolves when all services know its flow.
  #otherCame(actor, request) {
    this.#actors.add(actor, request);
    actor.arrived();
    return this.#services?.announce(actor.who, request.flow).catch((error) => this.#fail(error));
  }

  async #sendOther(actor, live) {
    try {
      const answer = await this.#world.send(actor.who, live, {
        onRequest: (request) => this.#otherCame(actor, request),
        due: (port, main) => this.#services?.awaitRequest(actor.who, port, main).catch((error) => this.#fail(error)),
      });
      actor.answer(readable(answer));
    } catch (error) {
      this.unanswered(actor, error);
    }
  }

  /** Takes the reason why `actor` has no answer. A server that is not reached has shown nothing. */
  unanswered(actor, error) {
    if (error.isUnsent) this.#stop('error', { problem: error.message });
    else if (this.#active) actor.answer({ status: undefined, problem: error.message });
  }

  /** Takes an operation of the recorder at its call. Returns a promise if it is held. */
  call(operation) {
    const first = this.#beginning.take(operation);
    return first ? first.then(() => this.#callNow(operation)) : this.#callNow(operation);
  }

  // The request may come to another process. A connection would keep this one from its end.
  async #readFirst(name) {
    const tables = await this.#states.readOne(name);
    if (!this.#active) await this.#states.release(name);
    return tables;
  }

  // Of a store that nobody has used before the first of both requests.
  #began(name, tables) {
    if (this.#active) this.#steps?.began(name, tables);
  }

  #callNow(operation) {
    const actor = this.#active ? this.#actors.of(operation.request) : undefined;
    if (!actor) {
      this.#foreign(operation);
      return undefined;
    }
    const kept = this.fork?.keep(operation);
    return kept ? kept.then(() => this.#called(this.#actorOf(operation), operation)) : this.#called(actor, operation);
  }

  // Statements of chains have actors of their own.
  #actorOf(operation) {
    return this.fork?.chainOf(operation) ?? this.#actors.of(operation.request);
  }

  #called(actor, operation) {
    const held = actor.call(operation);
    if (!held) {
      this.#note(actor, operation);
      return undefined;
    }
    return held.then(() => this.#note(actor, operation));
  }

  // A test that has given up its request may clean up, while the request is still on its way.
  #foreign(operation) {
    if (this.#active) this.#notes.foreign(operation);
  }

  #note({ who }, operation) {
    this.#states.note(operation);
    this.#notes.sent(who, operation);
  }

  end(operation) {
    const actor = this.#actorOf(operation);
    if (actor) this.#notes.ended(actor.who, operation);
    const held = actor?.end(operation);
    this.fork?.ended(operation);
    return held;
  }

  async #conduct(live) {
    const timer = setTimeout(() => this.#late(), this.#plan.limit);
    timer.unref?.();
    try {
      if (this.#services) await this.#joinServices(live);
      await this.#finishBacklog(live);
      if (!this.#active) return undefined;
      for (const need of this.#plan.needs ?? []) {
        const { status } = await this.#world.sendNeed(need, live);
        const isKnown = need.status !== undefined; // else the test ended the server before its answer was recorded
        if (isKnown && status !== need.status) return this.#stop('need failed', { need: need.handler, status, expected: need.status });
      }
      this.#steps = this.#planned();
      await this.#steps.carryOut();
    } finally {
      clearTimeout(timer);
    }
    return undefined;
  }

  #planned() {
    return new Steps(this.#plan, {
      fork: this.fork, actors: this.#actors, states: this.#states, world: this.#world, over: this.over,
      isActive: () => this.#active,
      sync: () => this.#services?.sync(),
      stop: (state, more) => this.#stop(state, more),
    });
  }

  // A service that hangs is told by name.
  async #late() {
    const service = await this.#services?.findHanging();
    if (service !== undefined) this.#stop('service hangs', { service });
    else if (this.#actors.all.every(({ isDone }) => isDone) && this.#actors.hasWork) this.#stop('message pending');
    else this.#stop(...this.#unlessOwnDoing('timeout'));
  }

  // The tool's lock in a store may have caused it, which shows nothing of the program.
  #unlessOwnDoing(state, more) {
    return this.#steps?.isOwnDoing ? ['gave up', { isLatched: true }] : [state, more];
  }

  #stop(state, more = {}) {
    if (!this.#active) return;
    this.#active = false;
    const responses = {};
    for (const actor of this.#actors.all) {
      const response = this.fork ? this.fork.responseOf(actor) : actor.response;
      responses[actor.who] = { ...response, failed: actor.failed };
    }
    const { unread } = this.#states;
    const result = {
      format: 1, state, at: Date.now(), responses, ...namesOf(this.fork, this.#actors.byRequest),
      ...this.#notes.toJSON(),
      unread, blocked: this.#steps?.blocked, states: {}, beginning: this.#beginning.state, ...more,
    };
    this.#world.write(result);
    for (const actor of this.#actors.all) actor.release();
    this.fork?.release();
    this.#over.resolve();
    this.#services?.close();
    this.#states.close();
  }

  /** Ends the proof because the process ends; `failed`: the code of the error, if that is known. */
  crash(text, failed) {
    const lapsed = this.#actors.all.find((actor) => actor.lapsesBy(failed));
    if (lapsed) this.#stop('gave up', { who: lapsed.who, hasLapsed: true });
    else this.#stop(...this.#unlessOwnDoing('done', { crash: text }));
  }
}

module.exports = { Director };
