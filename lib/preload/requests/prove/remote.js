'use strict';
// The request of a proof that another process of the same server carries out: an Actor (actor.js) by its agent.
const builtin = require('../../builtin.js');
const { deferred } = require('./actor.js');
const { otherInstance, speak } = require('./agent.js');
const { Participant } = require('./participant.js');

const net = builtin('node:net');

const hostOf = (host) => (host === undefined || host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host);

class Remote extends Participant {
  #peers;
  #send; // (address, onPort) => promise of the answer
  #observer; // {note(operation), ended(operation), lost()}
  #say;
  #hasStarted = false;
  #isHeld = false;
  #reached = deferred();
  #done = deferred();
  #taken = deferred();

  /** `peers`: the file with the instances. */
  constructor(who, peers, send, observer) {
    super();
    this.who = who;
    this.#peers = peers;
    this.#send = send;
    this.#observer = observer;
    this.hasArrived = false;
    this.response = undefined;
  }

  get isHeld() {
    return this.#isHeld;
  }

  go(stop) {
    this.#isHeld = false;
    this.#reached = deferred();
    this.waits.note();
    if (this.#hasStarted) this.#say({ type: 'go', stop });
    else this.#start(stop);
    this.#hasStarted = true;
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
    this.#say?.({ type: 'letGo' });
  }

  release() {
    this.letGo();
    this.#hasStarted = true;
  }
}

module.exports = { Remote };
