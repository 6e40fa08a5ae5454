'use strict';
// Two branches of one request: calls to services that it makes at the same time. A proof lets the request of the test
// begin, keeps the first calls of both back where they arrive, and runs the branches as it runs two requests.
const { rankOf, SIDES } = require('../../trace/protocol.js');
const { flowOf, operationsIn } = require('../recording/flow.js');
const { servicesOf } = require('./participants.js');
const { changesOf, SERIAL, stepsOf } = require('./plan.js');
const { messagesOfParts, queuesOf } = require('../recording/queues.js');
const { foldersOf, keysOf, storesOf, tablesOf } = require('./tables.js');

const ROOT = 'root';
const QUIET_MS = 400;
const ACROSS_MS = 2000; // a service may connect to its store first
const LONGER = 3; // times the pause in the recording

// "9f3c55aa01b2.12": the caller counts its calls.
const requestsIn = (recording) => [...recording.requests.values()];

const callerOf = ({ call = '' }) => call.slice(0, call.lastIndexOf('.'));

/**
 * Returns for how many milliseconds a branch that has made less than in the recording is waited for after an answer:
 * longer than it paused there between two of `steps`, [{recording, start, end}]. Clocks of processes do not agree.
 */
function quietOf(steps) {
  const pauses = steps.slice(1).map(({ recording, start }, index) => (
    steps[index].recording === recording ? LONGER * (start - steps[index].end) : ACROSS_MS));
  return Math.max(QUIET_MS, ...pauses.filter(Number.isFinite));
}

class BranchPair {
  /** As Pair's. */
  constructor(candidate, recordings) {
    this.candidate = candidate;
    const { first, second, of } = candidate;
    const host = recordings[of.trace];
    this.recordings = {
      first: recordings[first.trace], second: recordings[second.trace], all: recordings, host,
      operationsOf: (who) => this.operationsOf(who),
    };
    /** The request of the test. */
    this.root = host.requests.get(of.request);
    this.requests = {
      first: this.recordings.first.requests.get(first.request),
      second: this.recordings.second.requests.get(second.request),
    };
    this.live = ROOT;
  }

  /** For this class and those that extend it: the operations of a branch. */
  operationsOf(who) {
    const { all } = this.recordings;
    return this.candidate[who].requests.flatMap(({ trace, request }) => all[trace].requests.get(request).operations);
  }

  /** The order in which the first calls of both were made. */
  get recordedOrder() {
    return rankOf(this.requests.first) <= rankOf(this.requests.second) ? 'AB' : 'BA';
  }

  get #flow() {
    return flowOf(this.root, this.recordings.all.filter(({ isForeign }) => !isForeign));
  }

  // The calls of a branch cause requests with a flow of their own in a proof: they do not count among the calls.
  #causedBy(who) {
    const { calls, requests } = this.candidate[who];
    const isCall = (one) => calls.some(({ trace, request }) => trace === one.trace && request === one.request);
    const { all } = this.recordings;
    return requests.filter((one) => !isCall(one)).map(({ trace, request }) => all[trace].requests.get(request));
  }

  // How a proof knows a call: by its order among `calls` of both branches to the same place.
  #placeOf({ recording, request }, calls, caused) {
    const { shape, flow } = request;
    const firsts = calls.filter((one) => one.recording === recording && one.request.shape === shape);
    const rank = Math.min(...firsts.map((one) => rankOf(one.request)));
    const t = Math.min(...firsts.map((one) => one.request.t));
    // Each caller counts by itself.
    const isOwn = (one) => callerOf(one) === callerOf(request);
    const isBefore = (one) => (isOwn(one) ? rankOf(one) < rank : one.t < t);
    const alike = requestsIn(recording).filter((one) => one.flow === flow && one.shape === shape && !caused.has(one));
    const own = alike.filter((one) => isOwn(one) && !isBefore(one));
    const before = own.filter((one) => rankOf(one) < rankOf(request));
    return { main: recording.main, shape, skip: alike.filter(isBefore).length, rank: before.length, count: own.length };
  }

  /** For the plan. Calls to one place are told apart by their order: `rank` among those from the first of a branch. */
  get branches() {
    const { all } = this.recordings;
    const calls = SIDES.flatMap((who) => this.candidate[who].calls.map(({ trace, request }) => (
      { who, recording: all[trace], request: all[trace].requests.get(request) })));
    const caused = new Set([...this.#causedBy('first'), ...this.#causedBy('second')]);
    const ofWho = (name) => calls.filter(({ who }) => who === name);
    const callsOf = (name) => ofWho(name).map((call) => this.#placeOf(call, calls, caused));
    const quietIn = (name) => quietOf(ofWho(name).map(({ recording, request }) => (
      { recording, start: request.t, end: request.t + request.ms })));
    const quiet = { first: quietIn('first'), second: quietIn('second') };
    return { first: callsOf('first'), second: callsOf('second'), quiet };
  }

  /** For this class and those that extend it: the messages that each branch sends, for the plan. */
  get messages() {
    const { all } = this.recordings;
    const partOf = (who) => this.candidate[who].requests.map(({ trace, request }) => (
      { recording: all[trace], request: all[trace].requests.get(request) }));
    return messagesOfParts({ first: partOf('first'), second: partOf('second') }, all);
  }

  /** For this class and those that extend it: requests that tell what both change. */
  get changing() {
    return this.#flow;
  }

  /** The recorded operations of the window of `who`. */
  windowOf(who) {
    return operationsIn(this.candidate[who], who, this.recordings);
  }

  /** As Pair's. */
  plan(mode, order) {
    const { requests, recordings, root } = this;
    const flow = this.#flow;
    const { shape, ordinal } = root;
    return {
      format: 1, mode, live: ROOT, same: false,
      steps: mode === 'forced' ? stepsOf(order, recordings) : SERIAL[mode].map((who) => ({ who })),
      arrival: { main: recordings.host.main, shape, ordinal },
      tables: tablesOf(this.changing, recordings.all), keys: keysOf(flow),
      stores: storesOf(recordings.host), folders: foldersOf(recordings.host), queues: queuesOf(recordings.all),
      services: servicesOf(recordings.host, flow, recordings.all),
      requests: {}, needs: [], learn: [],
      patience: { first: requests.first.ms, second: requests.second.ms, root: root.ms },
      branches: this.branches, messages: this.messages,
    };
  }

  /** As Pair's. */
  get about() {
    const { first, second } = this.requests;
    return {
      methods: { first: first.method, second: second.method },
      handlers: { first: first.handler, second: second.handler },
      sent: [this.root, first, second].flatMap(({ target, body }) => `${target} ${body ?? ''}`.match(/[\w-]+/g) ?? []),
      targets: { first: first.target, second: second.target }, isInMemory: false, ...changesOf(this.changing),
    };
  }
}

module.exports = { BranchPair, quietOf };
