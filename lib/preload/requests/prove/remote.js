'use strict';
// The request of a proof that another process of the same server carries out: an Actor (actor.js) by its agent. What it
// causes in services, and by messages, is held there.
const builtin = require('../../builtin.js');
const { deferred } = require('./actor.js');
const { otherInstance, speak } = require('./agent.js');
const { Participant } = require('./participant.js');

const net = builtin('node:net');

const hostOf = (host) => (host === undefined || host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host);

class Remote extends Participant {
  #peers;
  #send; // (address, onPort) => promise of the answer
  #observer; // {note(operation), ended(operation), flow(flow) => promise, lost()}
  #elsewhere; // {expect(who, stop)} of services, or undefined
  #isLetGo = false; // held nowhere any more
  #release; // lets it go on in another process that holds it
  #say;
  #hasStarted = false;
  #isHeld = false;
  #reached = deferred();
  #done = deferred();
  #taken = deferred();

  /** `peers`: the file with the instances. `elsewhere`: as of Actor. */
  constructor(who, peers, send, { observer, elsewhere }) {
    super();
    this.who = who;
    this.#peers = peers;
    this.#send = send;
    this.#observer = observer;
    this.#elsewhere = elsewhere;
    this.hasArrived = false;
    this.response = undefined;
  }

  get isHeld() {
    return this.#isHeld;
  }

  async go(stop) {
    const isElsewhere = stop?.main !== undefined;
    if (this.#elsewhere) await this.#elsewhere.expect(this.who, isElsewhere ? stop : undefined);
    this.#isHeld = false;
    this.#isLetGo = false;
    this.#reached = deferred();
    this.waits.note();
    const own = isElsewhere ? undefined : stop;
    if (this.#hasStarted) this.#say({ type: 'go', stop: own });
    else this.#start(own);
    this.#hasStarted = true;
    this.#releaseElsewhere();
  }

  #releaseElsewhere() {
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  /** As Actor's. */
  heldElsewhere(release) {
    this.waits.note();
    if (this.#isLetGo) {
      release();
      return;
    }
    const before = this.#release;
    this.#release = () => {
      before?.();
      release();
    };
    this.#isHeld = true;
    this.#reached.resolve();
  }

  /** As Actor's. */
  sentElsewhere(operation) {
    this.hasArrived = true;
    this.waits.call(operation);
    this.waits.sent(operation);
  }

  /** Takes an operation of what a message of this request has caused in this process. It is not held. */
  call(operation) {
    this.sentElsewhere(operation);
  }

  /** Takes its end. */
  end(operation) {
    this.waits.end(operation);
  }

  async #start(stop) {
    const { instance, port, token } = otherInstance(this.#peers);
    const link = net.connect(port, '127.0.0.1');
    link.unref();
    link.on('close', () => { if (!this.isDone) this.#observer.lost(); });
    this.#say = speak(link, (event) => this.#hear(event));
    const take = (own) => {
      this.#say({ type: 'take', token, who: this.who, port: own, stop });
      return this.#taken.promise;
    };
    this.#send({ host: hostOf(instance.host), port: instance.port }, take);
  }

  #hear({ type, ...event }) {
    this.waits.note();
    this.hasArrived = true;
    if (type === 'taken') this.#taken.resolve();
    else if (type === 'flow') this.#learn(event.flow);
    else if (type === 'held') {
      this.#isHeld = true;
      this.#reached.resolve();
    } else if (type === 'operation') {
      this.waits.call(event);
      this.waits.sent(event);
      this.#observer.note(event);
    } else if (type === 'end') {
      this.waits.end(event);
      this.#observer.ended(event);
    }
  }

  // A service that hangs is seen when it is told where to hold.
  async #learn(flow) {
    await Promise.resolve(this.#observer.flow(flow)).catch(() => {});
    this.#say({ type: 'known' });
  }

  get arrival() {
    return Promise.race([this.#reached.promise.then(() => 'held'), this.#done.promise.then(() => 'done')]);
  }

  answer(response) {
    if (this.response) return;
    this.waits.answer(response);
    this.response = response;
    this.#done.resolve();
  }

  async settled(sleep) {
    await this.#done.promise;
    await this.waits.settled(sleep);
  }

  letGo() {
    this.#isHeld = false;
    this.#isLetGo = true;
    this.#elsewhere?.expect(this.who, undefined).catch(() => {});
    this.#releaseElsewhere();
    this.#say?.({ type: 'letGo' });
  }

  release() {
    this.letGo();
    this.#hasStarted = true;
  }
}

module.exports = { Remote };
