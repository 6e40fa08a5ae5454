'use strict';
// A campaign makes many runs of one command. It is a stream of events, which writers turn into text and files:
//   start {campaign} | baseline {run} | note {text} | run {run, campaign} | failure {failure, run} | end {campaign}
const crypto = require('node:crypto');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { repeatedPlainly } = require('./again.js');
const { baseline, plainOf, sideBySide } = require('./baseline.js');
const { boundsAfter, timeoutOf } = require('./bounds.js');
const { runSpec } = require('./context.js');
const { demandOf, isUncounted } = require('./demand.js');
const { execute } = require('./execute.js');
const { usualMs } = require('../analysis/duration.js');
const { findingsOf, isFarLonger } = require('../analysis/findings.js');
const { groupsOf, hasFailed } = require('../analysis/groups.js');
const { comparedNames } = require('../analysis/tiers.js');
const { fileOf, keepFailure, noteFailure } = require('../files/keep.js');
const { BEGINNINGS, Orders } = require('./orders.js');
const { SHORT_QUIET_MS } = require('./lingering.js');
const { keptFailures, planOf } = require('./plan.js');
const { pooled } = require('./pool.js');
const { keptOutputs } = require('./read-outputs.js');
const { describe, failuresOf } = require('./state.js');
const { errorsIn } = require('./written-errors.js');
const { Store } = require('../files/store.js');

const LONGEST_TIMER_MS = 2 ** 31 - 1;

class Campaign {
  #context;
  #store;
  #abort = new AbortController();
  #orders;
  #plainNames; // of the first run without delays: what a replay of a failure compares names with
  #classed = []; // kept failures whose classes are known
  #began; // of the runs with delays
  #isRepeated = false; // without delays, after the first failure
  #written = new Map(); // by a run without delays: what it wrote about the end of its tests

  constructor(context) {
    this.#context = context;
    const seed = context.values.seed ?? crypto.randomInt(2 ** 32);
    this.state = describe(context, seed);
    this.#orders = new Orders(context);
    const stop = () => this.#abort.abort();
    context.signal?.addEventListener('abort', stop);
    if (context.signal?.aborted) stop();
  }

  async* events() {
    const { out, failures, signal, command, cwd } = this.#context;
    this.#store = await Store.open(out, { failures, signal });
    try {
      this.state.commands = this.#store.commandsWith(command, cwd);
      yield* this.#whileLocked();
    } finally {
      this.#store.close();
    }
  }

  async* #whileLocked() {
    const context = this.#context;
    const { kept, broken } = keptFailures(context.failures, context.command);
    this.#classed = kept.map(({ id, schedule }) => ({ id, class: schedule.failure?.class }));
    const plan = planOf(context, { seed: this.state.seed, kept });
    this.state.limits.runs = Number.isFinite(plan.count) ? plan.count : undefined;
    this.#store.writeCampaign(this.state);
    yield { type: 'start', campaign: this.state };
    for (const line of broken) yield { type: 'note', text: messages.keptIsBroken(line) };
    try {
      yield* this.#all(plan);
      this.#close(context.signal?.aborted ? 'interrupted' : this.state.state === 'running' ? 'done' : this.state.state);
    } catch (error) {
      this.#closeAfter(error);
      throw error;
    } finally {
      this.#abort.abort();
    }
    yield { type: 'end', campaign: this.state };
  }

  async* #all(plan) {
    const ended = yield* this.#plainly();
    if (ended.at(-1).verdict === 'interrupted') return;
    const plain = plainOf(ended, this.#store);
    this.state.plain = plain;
    this.#store.writeCampaign(this.state);
    yield { type: 'baseline', run: ended[0], plain };
    if (!plain.goesOn) {
      this.state.state = 'baseline-failed';
      return;
    }
    const { lingers } = ended.find((run) => run.lingers) ?? {};
    this.state.lingers = lingers;
    if (lingers) yield { type: 'note', text: messages.doesNotEnd(lingers) };
    const quietMs = lingers ? SHORT_QUIET_MS : undefined;
    const jobs = await this.#places({ signal: this.#abort.signal, plain, quietMs });
    if (jobs.note) yield { type: 'note', text: jobs.note };
    else this.#notePlainly(jobs.ended);
    const plainly = ended.map((run) => ({ ...run, written: this.#written.get(run) }));
    this.state.demand = demandOf([...plainly, ...jobs.ended]);
    this.state.uncounted = isUncounted(this.state.demand, plainly) || undefined;
    if (this.state.uncounted) yield { type: 'note', text: messages.uncounted() };
    const { tests } = this.state.demand ?? {};
    this.state.varied = tests?.most > tests?.total || undefined;
    if (this.state.varied) yield { type: 'note', text: messages.varied(tests) };
    yield* this.#runs(plan, jobs.count, { ended, quietMs });
  }

  // Other machines find out by themselves how many runs can go side by side.
  #places(how) {
    const { machines } = this.#context;
    return machines ? { count: machines, ended: [] } : sideBySide(this.#context, this.#store, how);
  }

  // Makes the runs without delays, and returns them.
  async* #plainly() {
    const ended = [];
    const { signal } = this.#abort;
    const runs = baseline(this.#context, this.#store, { signal, beginnings: BEGINNINGS });
    for await (const { run, traces, written, ends } of runs) {
      ended.push(run);
      this.#notePlainly([{ ...run, ends }]);
      this.#written.set(run, written);
      this.#plainNames ??= comparedNames(traces.beginnings);
      this.#orders.learn(run, traces);
      this.state.baseline ??= run;
      this.#store.writeCampaign(this.state);
      if (run.verdict === 'passed' && !run.hooked) throw new UserError(messages.notHooked());
      if (ended.length === 1 && hasFailed(run)) yield { type: 'note', text: messages.failsPlainly(run) };
    }
    return ended;
  }

  #notePlainly(runs) {
    for (const { folder, verdict, titles, ms, ends } of runs) {
      this.state.plainRuns.push({ folder, verdict, titles, ms });
      const errors = errorsIn(keptOutputs(path.join(this.#store.folder, folder)));
      this.state.plainErrors = [...new Set([...this.state.plainErrors, ...errors.keys(), ...ends])];
    }
  }

  // Before the first failure is called one. These runs speak for later failures as well.
  async* #repeatPlainly(spec) {
    if (this.#isRepeated) return;
    this.#isRepeated = true;
    yield { type: 'note', text: messages.repeatsPlainly() };
    for await (const run of repeatedPlainly(this.#context, this.#store, spec)) this.#notePlainly([run]);
  }

  async* #runs(plan, jobs, { ended, quietMs }) {
    const { signal } = this.#abort;
    const timeout = timeoutOf(this.#context, ended);
    const parts = { beginnings: this.#orders.learns ? BEGINNINGS : undefined, beginningsOfFailure: BEGINNINGS };
    const { plain, lingers, demand } = this.state;
    const judged = { demand, aside: plain.aside, plainErrors: this.state.plainErrors };
    const spec = runSpec(this.#context, { timeout, quietMs, signal, ownTemp: jobs !== 1, ...parts, ...judged });
    const about = { aside: plain.aside, known: failuresOf(plain), lingers: lingers !== undefined };
    await this.#context.machines?.begin({ spec, ...about });
    const usual = Math.max(...ended.map(usualMs));
    const common = boundsAfter(usual);
    const work = (item) => this.#one(spec, { ...item, options: { ...common, ...item.options } });
    // Runs without delays may be many, if a test fails in them. A campaign with a short --time would make no others.
    this.#began = performance.now();
    const end = this.#endIn(usual);
    try {
      for await (const { result } of pooled(this.#whileTime(plan.items), jobs, work)) {
        if (result.run.verdict === 'interrupted') {
          this.state.unended = { ms: result.run.ms, usual };
          continue;
        }
        const isLast = hasFailed(result.run) && !this.#context.values.keepGoing;
        if (isLast) this.#abort.abort(); // ends the runs beside it, too
        yield* this.#record(result, spec);
        if (isLast) return;
      }
    } finally {
      clearTimeout(end);
      this.state.orders = this.#orders.coverage;
    }
    if (findingsOf(this.state).length > 0) yield* this.#repeatPlainly(spec);
  }

  // After --time the last run may go on for as long as a run without delays took (`ms`). One that hangs would go on
  // for much longer.
  #endIn(ms) {
    const { time } = this.#context.values;
    if (time === undefined) return undefined;
    const left = time * 1000 + Math.max(1000, ms) - (performance.now() - this.#began);
    return setTimeout(() => this.#abort.abort(), Math.min(left, LONGEST_TIMER_MS)).unref();
  }

  * #whileTime(items) {
    const { time = Infinity } = this.#context.values;
    for (const item of items) {
      if (this.#orders.isDone) return;
      if (this.#abort.signal.aborted || performance.now() - this.#began > time * 1000) return;
      yield item;
    }
  }

  // A run that passed may have lived far longer than those without delays (analysis/findings.js).
  #besides({ verdict, ms, held }) {
    if (verdict !== 'passed' || held === undefined || this.state.lingers) return {};
    const plainly = Math.max(...this.state.plainRuns.map((run) => run.ms));
    return isFarLonger({ ms, plainly, held }) ? { plainly } : {};
  }

  async #one(spec, item) {
    const folder = this.#store.makeRun(item.name);
    const options = item.kept === undefined ? this.#orders.apply(item.options, folder) : item.options;
    const make = this.#context.machines?.execute ?? execute;
    const { result, traces, machine } = await this.#whole(folder, () => make({ ...spec, options }, folder));
    this.#orders.learn(result, traces, options);
    const { seed, strategy } = options;
    const { timeout, failOn } = spec;
    const demand = hasFailed(result) ? spec.demand : undefined; // for a replay
    const about = { kind: item.kind, kept: item.kept, seed, strategy, timeout, failOn, demand };
    const run = { ...about, folder: `runs/${item.name}`, ...result, ...this.#besides(result), machine };
    const { delayed, beginnings, delays } = traces;
    return { run, traces: { delayed, whole: beginnings, others: this.#plainNames, delays } };
  }

  // Removes the folder of a run that could not be finished or written: it must not look like a result.
  async #whole(folder, work) {
    try {
      return await work();
    } catch (error) {
      this.#store.dropRun(folder);
      throw error;
    }
  }

  async* #record({ run: ended, traces }, spec) {
    const { state } = this;
    const run = { number: state.runs.length + 1, ...ended };
    const folder = path.join(this.#store.folder, run.folder);
    const known = new Set(state.failures.map(({ id }) => id));
    state.runs.push(run);
    state.orders = this.#orders.coverage;
    if (run.verdict === 'passed') this.#classed = this.#classed.filter(({ id }) => id !== run.kept); // out of date
    this.#group();
    if (hasFailed(run)) keepFailure(this.#store, state, { run, traces });
    this.#keep(folder, run);
    this.#store.writeCampaign(state, !hasFailed(run));
    yield { type: 'run', run, campaign: state };
    if (hasFailed(run)) yield* this.#repeatPlainly(spec);
    this.#group();
    if (hasFailed(run)) this.#noteFailures(run);
    const fresh = state.failures.filter(({ id }) => !known.has(id));
    for (const failure of fresh) yield { type: 'failure', failure, run, campaign: state };
  }

  // Keeps with each failure of `run` what is known of it by now, and that a kept schedule has failed again.
  #noteFailures(run) {
    for (const { id, title, class: is, plain } of this.state.failures) {
      if (!run.titles.includes(title)) continue;
      const shown = run.kept === id ? { shown: { failed: 1, of: 1 } } : {};
      noteFailure(fileOf(this.#store.failures, id), { class: is, plain, ...shown });
    }
  }

  #group() {
    const { runs, command, plainRuns, failures } = this.state;
    this.state.failures = groupsOf(runs, command, { plainRuns, failures: [...this.#classed, ...failures] });
  }

  #keep(folder, run) {
    const isShown = run.wrote || run.plainly !== undefined; // a finding
    if (run.verdict === 'passed' && !isShown && this.#context.values.keep === 'failed') {
      this.#store.dropRun(folder);
      return;
    }
    if (this.#store.boundRun(folder)) run.cut = true;
    this.#store.writeRun(folder, run);
  }

  #close(state) {
    this.state.findings = findingsOf(this.state);
    this.state.state = state;
    this.state.ended = new Date().toISOString();
    this.#store.writeCampaign(this.state);
  }

  // The results must not say "running" for ever. If that cannot be written either, the first error is reported.
  #closeAfter(error) {
    try {
      this.#close('broken');
    } catch {
      this.state.state = `broken: ${error.message}`;
    }
  }
}

module.exports = { Campaign };
