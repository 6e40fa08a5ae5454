'use strict';
// The asker's side of a queue (nacd run --queue): it puts runs on BullMQ and takes their results. The plan, the memory
// and the totals stay here, so schedules of different machines never repeat each other.
const crypto = require('node:crypto');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const { readSchedule } = require('../files/schedule.js');
const messages = require('../messages/index.js');
const { readAddress } = require('./address.js');
const { Board } = require('./board.js');
const { sentOptions } = require('./checks.js');
const { identityOf } = require('./identity.js');
const { PREFIX, connect, removeQueue } = require('./redis.js');
const { Roll } = require('./roll.js');
const { givenUp, received } = require('./results.js');

const MOST_EVENTS = 10_000; // in Redis; the asker reads them as they come
const INTERRUPTED = Object.freeze({ result: { verdict: 'interrupted', titles: [], ms: 0 }, traces: {} });

class Machines {
  #connection;
  #core;
  #board;
  #entry;
  #roll;
  #say;
  #queue;
  #events;
  #reader; // the connection of #events, which waits for them
  #pending = new Map(); // by a job's id: {folder, settle, fail}
  #fault;
  #timer;

  /**
   * Connects to the queue that `context.values.queue` names, and takes it for one campaign. `say` is called with lines
   * about machines. Rejects with a UserError without Redis, or if another campaign uses the queue.
   */
  static async open(context, say) {
    const address = readAddress(context.values.queue);
    const connection = await connect(address, context);
    const machines = new Machines(connection, { address, context, say });
    try {
      await machines.#take(address);
      return machines;
    } catch (error) {
      await machines.#disconnect();
      throw error;
    }
  }

  constructor(connection, { address, context, say }) {
    const { silence, wait } = context.values;
    const id = crypto.randomUUID();
    this.#connection = connection;
    this.#core = context.core;
    this.#board = new Board(connection.client, address.name);
    const asker = { host: os.hostname(), pid: process.pid };
    const queue = `${address.name}-${id.slice(0, 8)}`;
    this.#entry = { id, queue, state: 'preparing', silence, ...asker, ...identityOf(context) };
    this.#say = say;
    this.#roll = new Roll(this.#board, { silence, wait, say, onFault: (error) => this.#fail(error) });
    connection.lost.catch((error) => this.#fail(error));
    this.execute = (spec, folder) => this.#execute(spec, folder);
  }

  async #take(address) {
    const other = await this.#board.take(this.#entry, this.#entry.silence);
    if (other) throw new UserError(messages.queueInUse(address.shown, other));
    const before = await this.#board.openQueue(this.#entry.queue);
    if (before) await removeQueue(this.#connection, before);
    this.#timer = setInterval(() => this.#keep(), this.#entry.silence * 1000 / 3);
    await this.#roll.open();
  }

  async #keep() {
    const isKept = await this.#board.keep(this.#entry.silence).catch(() => true); // a lost connection has its own line
    if (!isKept && this.#timer) this.#fail(new UserError(messages.campaignForgotten()));
  }

  /** The number of runs that can be asked for at once: each machine finds its next one waiting. */
  get count() {
    return this.#roll.places + Math.max(2, Math.ceil(this.#roll.places / 2));
  }

  /** Calls `callback` when `count` may have grown. */
  onGrowth(callback) {
    this.#roll.onChange(callback);
  }

  /**
   * Lets machines begin. `spec` is the description of all runs (campaign/context.js), `aside` the failures that do not
   * count, `known` those that a plain run may have, `lingers` true if the command does not end by itself.
   */
  async begin({ spec, aside, known, lingers }) {
    if (this.#fault) throw this.#fault;
    const { bullmq, client } = this.#connection;
    const { queue: name, silence } = this.#entry;
    const { timeout, timeoutGiven, failOn, quietMs, demand, plainErrors } = spec;
    const removal = { removeOnComplete: true, removeOnFail: true };
    const streams = { events: { maxLen: MOST_EVENTS } };
    this.#queue = new bullmq.Queue(name, { connection: client, prefix: PREFIX, defaultJobOptions: removal, streams });
    this.#reader = client.duplicate();
    this.#reader.on('error', () => undefined);
    // The first job may be done before the first event is read.
    this.#events = new bullmq.QueueEvents(name, { connection: this.#reader, prefix: PREFIX, lastEventId: '0-0' });
    for (const part of [this.#queue, this.#events]) part.on('error', () => undefined);
    this.#events.on('completed', ({ jobId, returnvalue }) => this.#onDone(jobId, returnvalue));
    this.#events.on('failed', ({ jobId, failedReason }) => this.#onGivenUp(jobId, failedReason));
    await this.#events.waitUntilReady();
    const limits = { timeout, timeoutGiven, failOn, quietMs, demand, plainErrors };
    const about = { options: sentOptions(this.#core), ...limits, aside, known, lingers };
    this.#entry = { ...this.#entry, state: 'running', ...about, learns: spec.beginnings !== undefined };
    await this.#board.announce(this.#entry, silence);
    this.#roll.expectMachines();
    spec.signal?.addEventListener('abort', () => this.#interrupt());
  }

  // Has a machine make a run. Resolves as execute() of lib/campaign does, with the `machine`.
  async #execute({ options, signal }, folder) {
    if (this.#fault) throw this.#fault;
    if (signal.aborted) return INTERRUPTED;
    const { command: _, ...schedule } = options.schedule ? readSchedule(options.schedule) : {};
    const job = { options: sentOptions(options), schedule: options.schedule && schedule };
    const id = path.basename(folder);
    const ended = new Promise((settle, fail) => {
      this.#pending.set(id, { folder, settle, fail });
    });
    ended.catch(() => undefined);
    await this.#queue.add('run', job, { jobId: `run-${id}` }).catch((error) => this.#fail(error));
    const found = await ended;
    if (found === INTERRUPTED) fs.rmSync(folder, { recursive: true, force: true });
    return found;
  }

  #takePending(job) {
    const id = String(job).replace(/^run-/, '');
    const found = this.#pending.get(id);
    this.#pending.delete(id);
    return found;
  }

  async #onDone(job, value) {
    const pending = this.#takePending(job);
    if (!pending) return; // of a machine that was too late
    try {
      const bytes = value?.part ? await this.#board.takePart(job) : undefined;
      const found = received(value, bytes, pending.folder);
      if (!found) this.#say(messages.strangeResult(path.basename(pending.folder)));
      pending.settle(found ?? givenUp(pending.folder));
    } catch (error) {
      pending.fail(error);
    }
  }

  #onGivenUp(job, reason) {
    const pending = this.#takePending(job);
    if (!pending) return;
    this.#say(messages.runGivenUp(path.basename(pending.folder), reason));
    pending.settle(givenUp(pending.folder));
  }

  #interrupt() {
    for (const { settle } of this.#pending.values()) settle(INTERRUPTED);
    this.#pending.clear();
  }

  #fail(error) {
    this.#fault ??= error;
    for (const { fail } of this.#pending.values()) fail(this.#fault);
    this.#pending.clear();
  }

  /** Tells the machines that the campaign is over, with its `state` and number of `failures`, and removes its jobs. */
  async close({ state, failures }) {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#roll.close();
    const { id, host, pid, silence, tool, node, platform, commit, command } = this.#entry;
    const about = { id, host, pid, silence, tool, node, platform, commit, command };
    try {
      if (this.#connection.client.status === 'ready') {
        await this.#board.announce({ ...about, state: 'ended', outcome: state, failures });
        await this.#queue?.obliterate({ force: true });
        await this.#board.clear();
      }
    } catch {
      // Redis is gone: machines notice by the silence of the asker
    } finally {
      await this.#disconnect();
    }
  }

  async #disconnect() {
    clearInterval(this.#timer);
    this.#roll.close();
    this.#board.close();
    const parts = [this.#events, this.#queue].map((part) => part?.close().catch(() => undefined));
    // Without Redis these never end.
    if (this.#connection.client.status === 'ready') await Promise.all(parts);
    for (const client of [this.#reader, this.#connection.client]) client?.disconnect();
  }
}

module.exports = { Machines };
