'use strict';
// A machine of a campaign (nacd worker): waits for one, checks that it is about the same program, makes its runs, and
// ends with it.
const crypto = require('node:crypto');
const os = require('node:os');
const { setTimeout: sleep } = require('node:timers/promises');

const { EXIT, UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { readAddress } = require('./address.js');
const { Board } = require('./board.js');
const { isWork, readOptionsOf } = require('./checks.js');
const { differences, identityOf } = require('./identity.js');
const { makeRun } = require('./job.js');
const { Place } = require('./place.js');
const { contextOf, tryPlainly } = require('./plain.js');
const { PREFIX, connect, removeQueue } = require('./redis.js');

const LOOK_MS = 1000;
const MOST_STALLS = 3; // a run that ends each machine is not tried for ever

class Worker {
  #context;
  #say;
  #connection;
  #board;
  #shown;
  #identity;
  #id = crypto.randomUUID();
  #beat = 0;
  #places = 0;
  #entry;
  #abort = new AbortController(); // ends the runs
  #end; // {status, line} of the worker
  #count = 0;
  #made = 0;
  #timer;

  /** `say` is called with lines. */
  constructor(context, say) {
    this.#context = context;
    this.#say = say;
    context.signal?.addEventListener('abort', () => this.#stop({ status: EXIT.interrupted }));
  }

  /** Resolves to the exit status when the campaign has ended. Rejects with a UserError. */
  async run() {
    const address = readAddress(this.#context.values.queue);
    this.#shown = address.shown;
    this.#identity = identityOf(this.#context);
    this.#connection = await connect(address, this.#context);
    this.#connection.lost.catch((error) => this.#stop({ error }));
    this.#board = new Board(this.#connection.client, address.name);
    try {
      await this.#board.listen('campaign', () => this.#look());
      if (await this.#find()) await this.#takePart();
    } finally {
      await this.#leave();
    }
    if (this.#end.error) throw this.#end.error;
    if (this.#end.status === EXIT.interrupted) this.#end.line = messages.workerInterrupted(this.#made);
    if (this.#end.line) this.#say(this.#end.line);
    return this.#end.status;
  }

  // Only the first reason counts.
  #stop(end) {
    this.#end ??= end;
    this.#abort.abort();
  }

  async #refuse(line, status = EXIT.usage) {
    await this.#report({ refused: line.replace(/^nacd( worker)?: /, '') });
    this.#stop({ error: new UserError(line, status) });
  }

  #report(more = {}) {
    const { length } = Object.keys(more);
    const about = { host: os.hostname(), pid: process.pid, places: this.#places, beat: ++this.#beat, ...more };
    return this.#board.reportMachine(this.#id, about, { isNews: length > 0 });
  }

  // Waits for a campaign. Resolves to true if this machine fits to it.
  async #find() {
    let until = performance.now() + this.#context.values.wait * 1000;
    let told = false;
    while (!this.#abort.signal.aborted) {
      const entry = await this.#board.campaign();
      if (entry?.state === 'ended') {
        this.#stop({ status: EXIT.passed, line: messages.campaignWasOver(this.#shown, entry) });
      } else if (entry) {
        until = Infinity;
        if (await this.#fits(entry) && entry.state === 'running') return this.#accept(entry);
      } else if (performance.now() > until) {
        this.#stop({ error: new UserError(messages.noCampaignCame(this.#shown, this.#context.values.wait)) });
      }
      if (!told && !this.#end) this.#say(messages.waitsForCampaign(this.#shown));
      told = true;
      await sleep(LOOK_MS / 4, undefined, { signal: this.#abort.signal }).catch(() => undefined);
    }
    return false;
  }

  async #fits(entry) {
    this.#board.joinQueue(String(entry.queue));
    const [difference] = differences(this.#identity, entry);
    if (difference) await this.#refuse(messages.otherMachine(difference));
    return !difference;
  }

  #accept(entry) {
    if (!isWork(entry)) throw new UserError(messages.strangeCampaign(this.#shown));
    this.#entry = entry;
    this.#timer = setInterval(() => this.#look(true), entry.silence * 1000 / 3);
    return true;
  }

  // Looks if the campaign goes on, and with `beats` tells that this machine is there.
  async #look(beats = false) {
    if (!this.#entry || this.#end) return;
    try {
      const entry = await this.#board.campaign();
      if (entry?.id !== this.#entry.id) {
        this.#stop({ error: new UserError(messages.askerGone(this.#entry)), isOrphan: true });
      } else if (entry.state === 'ended') this.#stop({ status: EXIT.passed, isOver: true, outcome: entry });
      else if (beats) await this.#report();
    } catch {
      // a lost connection has its own line
    }
  }

  async #takePart() {
    const place = await Place.open(this.#context);
    try {
      const context = contextOf(this.#context, this.#entry, readOptionsOf(this.#entry.options));
      this.#say(messages.triesPlainly());
      const { known, lingers } = this.#entry;
      const found = await tryPlainly(context, place, { signal: this.#abort.signal, known, lingers });
      if (found.refusal) await this.#refuse(found.refusal, EXIT.baseline);
      if (found.note) this.#say(found.note);
      if (!this.#end) await this.#work(context, place, found);
    } finally {
      place.close();
    }
  }

  async #work(context, place, { names, jobs }) {
    const { client, bullmq } = this.#connection;
    const { queue, silence } = this.#entry;
    const running = new Set();
    const countFailure = (id) => this.#board.countFailure(id);
    const own = this.#context.core;
    const how = { context, own, entry: this.#entry, names, jobs, signal: this.#abort.signal, countFailure };
    const carryOut = (job, token) => {
      const promise = this.#carryOut(job, token, { place, how });
      running.add(promise);
      return promise.finally(() => running.delete(promise));
    };
    const worker = new bullmq.Worker(queue, carryOut, {
      connection: client, prefix: PREFIX, concurrency: jobs,
      lockDuration: silence * 1000, stalledInterval: silence * 500,
      maxStalledCount: MOST_STALLS,
    });
    worker.on('error', () => undefined); // jobs of a campaign that is over, or a lost connection
    this.#places = jobs;
    this.#say(messages.takesPart(jobs, this.#entry));
    await this.#report({ since: Date.now() });
    await new Promise((resolve) => {
      if (this.#end) resolve();
      this.#abort.signal.addEventListener('abort', resolve);
    });
    await Promise.allSettled(running);
    await worker.close(true).catch(() => undefined);
    if (this.#end.isOver) this.#end.line = messages.workerEnds(this.#made, this.#end.outcome);
    if (this.#end.isOrphan) await this.#removeJobs();
  }

  // Nobody will ask for them any more, and no other campaign uses their queue.
  async #removeJobs() {
    await removeQueue(this.#connection, this.#entry.queue).catch(() => undefined);
    await this.#board.clearIfOpen().catch(() => undefined);
  }

  // The value of a job, for results.js. A run that this machine ended, not the campaign, is done again elsewhere.
  async #carryOut(job, token, { place, how }) {
    const { WaitingError, UnrecoverableError } = this.#connection.bullmq;
    let made;
    try {
      made = await makeRun(job.data ?? {}, place, String(++this.#count), how);
    } catch (error) {
      this.#stop({ error });
    }
    if (this.#abort.signal.aborted) {
      if (this.#end.isOver || this.#end.isOrphan) return { result: { verdict: 'interrupted', titles: [], ms: 0 } };
      await job.moveToWait(token);
      throw new WaitingError();
    }
    if (!made) throw new UnrecoverableError(messages.strangeJob());
    if (made.part) await this.#board.writePart(job.id, made.part);
    this.#made++;
    return { result: made.result, machine: os.hostname(), part: made.part !== undefined };
  }

  async #leave() {
    clearInterval(this.#timer);
    try {
      const goesOn = !this.#end?.isOver && !this.#end?.isOrphan;
      if (this.#connection.client.status === 'ready' && this.#places > 0 && goesOn) {
        this.#places = 0;
        await this.#report({ left: true });
      }
    } catch {
      // the asker notices by the silence
    }
    this.#board.close();
    this.#connection.client.disconnect();
  }
}

module.exports = { Worker };
