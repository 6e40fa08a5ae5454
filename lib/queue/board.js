'use strict';
// The things that all machines of a queue know, in Redis: the campaign, its machines, and the parts of results that are
// too large for a job. The campaign's entry expires if its asker is gone. Each campaign has a queue of jobs of its own.
const { isObject } = require('../files/checks.js');

const ENDED_SECONDS = 600; // a machine that comes late is told that it is over
const KEPT_SECONDS = 3600;

// A machine that is late must not leave anything behind: it writes only while the campaign's queue is the one in use.
const WHILE_OPEN = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return false end
local result = redis.call(ARGV[3], KEYS[2], unpack(ARGV, 4))
redis.call('EXPIRE', KEYS[2], ARGV[2])
return result`;

// Another asker may have taken the place of an old entry meanwhile.
const REMOVE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end";

class Board {
  #client;
  #name;
  #listener;
  #queue;

  constructor(client, name) {
    this.#client = client;
    this.#name = name;
  }

  #key(what) {
    return `nacd-queue:${this.#name}:${what}`;
  }

  async #json(text) {
    try {
      return JSON.parse(await text);
    } catch {
      return null;
    }
  }

  /** Resolves to the campaign's entry; undefined if there is none. */
  async campaign() {
    const entry = await this.#json(this.#client.get(this.#key('campaign')));
    return isObject(entry) ? entry : undefined;
  }

  /** Writes the first entry of a campaign, unless another one is going on. Resolves to that one's entry then. */
  async take(entry, seconds) {
    const key = this.#key('campaign');
    const text = await this.#client.get(key);
    const old = await this.#json(text);
    if (isObject(old) && old.state !== 'ended') return old;
    if (text !== null) await this.#client.eval(REMOVE, 1, key, text);
    const done = await this.#client.set(key, JSON.stringify(entry), 'EX', seconds, 'NX');
    return done === 'OK' ? undefined : this.campaign();
  }

  /** Replaces the campaign's entry, and tells the machines. */
  async announce(entry, seconds = ENDED_SECONDS) {
    await this.#client.set(this.#key('campaign'), JSON.stringify(entry), 'EX', seconds);
    await this.#client.publish(this.#key('campaign-news'), entry.state);
  }

  /** Keeps the entry for `seconds` more. Resolves to false if it is gone. */
  async keep(seconds) {
    return await this.#client.expire(this.#key('campaign'), seconds) === 1;
  }

  /** Notes the queue of jobs that the next asker has to remove if this one cannot. Resolves to the one before. */
  async openQueue(queue) {
    const before = await this.#client.get(this.#key('jobs'));
    await this.clear();
    await this.#client.set(this.#key('jobs'), queue);
    return before ?? undefined;
  }

  /** Has this machine write for the campaign with that queue of jobs from now on. */
  joinQueue(queue) {
    this.#queue = queue;
  }

  #whileOpen(what, command, ...values) {
    const keys = [this.#key('jobs'), this.#key(what)];
    return this.#client.eval(WHILE_OPEN, 2, ...keys, this.#queue, KEPT_SECONDS, command, ...values);
  }

  /** Writes what a machine says of itself. */
  async reportMachine(id, about, { isNews }) {
    await this.#whileOpen('machines', 'HSET', id, JSON.stringify(about));
    if (isNews) await this.#client.publish(this.#key('machine-news'), id);
  }

  /** Resolves to what machines have said, as a Map by their ids. */
  async machines() {
    const found = new Map();
    for (const [id, text] of Object.entries(await this.#client.hgetall(this.#key('machines')))) {
      const about = await this.#json(text);
      if (isObject(about)) found.set(id, about);
    }
    return found;
  }

  /** Counts a failure. Resolves to how often it was counted. */
  countFailure(id) {
    return this.#whileOpen('failures', 'HINCRBY', id, 1);
  }

  writePart(job, bytes) {
    return this.#whileOpen('parts', 'HSET', job, bytes);
  }

  /** Resolves to the bytes of a job's part and removes them; null without one. */
  async takePart(job) {
    const key = this.#key('parts');
    const bytes = await this.#client.hgetBuffer(key, job);
    await this.#client.hdel(key, job);
    return bytes;
  }

  /** Calls `onNews` when the campaign's entry ('campaign') or a machine ('machine') has changed. */
  async listen(what, onNews) {
    this.#listener = this.#client.duplicate({ lazyConnect: true });
    this.#listener.on('error', () => undefined);
    this.#listener.on('message', () => onNews());
    await this.#listener.connect();
    await this.#listener.subscribe(this.#key(`${what}-news`));
  }

  /** Removes what is left of a campaign that has ended, except for its entry. */
  async clear() {
    await this.#client.del(...['jobs', 'machines', 'failures', 'parts'].map((what) => this.#key(what)));
  }

  /** As clear(), unless another campaign has begun. */
  async clearIfOpen() {
    if (await this.#client.get(this.#key('jobs')) === this.#queue) await this.clear();
  }

  close() {
    this.#listener?.disconnect();
  }
}

module.exports = { Board };
