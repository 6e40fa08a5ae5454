'use strict';
// Two chains of statements within one request: it makes them at the same time in one process, or the consumers of its
// messages do. In a proof they are branches whose first statements are kept back where they are made.
const { operationShape, statementShape } = require('../../trace/places.js');
const { SIDES } = require('../../trace/protocol.js');
const { BranchPair, quietOf } = require('./branches.js');
const { flowOf, referenceOf } = require('../recording/flow.js');

const MOST_STRANGERS = 1000;

const valuesOf = ({ values }) => JSON.stringify(values);
const textOf = (one) => `${operationShape(one)} ${valuesOf(one)}`;

// The order in which statements were made: a process numbers them. Processes of one machine have one clock.
function order(a, b) {
  if (a.recording === b.recording) return a.operation.operation - b.operation.operation;
  const timeOf = ({ recording, operation }) => Date.parse(recording.header?.started) + operation.t;
  return timeOf(a) - timeOf(b);
}

// The statements of a flow in the processes of one program, of which some are those of chains: {recording, operation}.
class Statements {
  #main;
  #ofChains;
  #ofFlow;
  #first; // of the chains: a third one beside them may make statements like theirs from then on, in any order

  constructor(main, ofChains, flow, recordings) {
    this.#main = main;
    this.#ofChains = ofChains;
    [this.#first] = [...ofChains].sort(order);
    const placesIn = (recording) => flowOf({ flow }, [recording])
      .flatMap(({ operations }) => operations.map((operation) => ({ recording, operation })));
    this.#ofFlow = recordings.filter((one) => one.main === main).flatMap(placesIn).sort(order);
  }

  /** Returns how a proof knows a statement (prove/branches.js). */
  placeOf(place) {
    const shape = operationShape(place.operation);
    const alike = this.#ofFlow.filter(({ operation }) => operationShape(operation) === shape);
    const own = alike.filter((other) => order(other, this.#first) >= 0);
    const before = own.filter((other) => order(other, place) < 0);
    const values = valuesOf(place.operation);
    return {
      main: this.#main, shape, skip: alike.length - own.length, rank: before.length, count: own.length,
      values, equalRank: before.filter(({ operation }) => valuesOf(operation) === values).length,
    };
  }

  /** Statements that are of no chain: "shape values". */
  get strangers() {
    const texts = (places) => new Set(places.map(({ operation }) => textOf(operation)));
    const known = texts(this.#ofChains);
    return [...texts(this.#ofFlow)].filter((text) => !known.has(text));
  }
}

class ChainPair extends BranchPair {
  // [{recording, operation}]
  #placesOf(who) {
    const { all } = this.recordings;
    return this.candidate[who].operations.map(({ trace, operation }) => (
      { recording: all[trace], operation: all[trace].operations.get(operation) }));
  }

  operationsOf(who) {
    return this.#placesOf(who).map(({ operation }) => operation);
  }

  /** The order in which the first statements were made: in one process they are numbered so. */
  get recordedOrder() {
    const [first, second] = SIDES.map((who) => this.#placesOf(who)[0]);
    return order(first, second) <= 0 ? 'AB' : 'BA';
  }

  /** As BranchPair's, of statements: they are numbered in the order of their calls. */
  get branches() {
    const all = SIDES.flatMap((who) => this.#placesOf(who));
    const programs = new Map([...new Set(all.map(({ recording }) => recording.main))].map((main) => {
      const own = all.filter(({ recording }) => recording.main === main);
      return [main, new Statements(main, own, this.root.flow, this.recordings.all)];
    }));
    const endOf = (who) => Math.max(...this.operationsOf(who).map(({ end }) => end));
    const ends = { first: endOf('second'), second: endOf('first') };
    const isOne = all.every(({ recording }) => recording === all[0].recording); // clocks of several do not agree
    const callsOf = (who) => this.#placesOf(who).map((place) => (
      { ...programs.get(place.recording.main).placeOf(place), mayJoin: isOne && place.operation.t >= ends[who] }));
    const strangers = [...programs.values()].flatMap((one) => one.strangers).slice(0, MOST_STRANGERS);
    const quietIn = (who) => quietOf(this.#placesOf(who).map(({ recording, operation }) => (
      { recording, start: operation.t, end: operation.end })));
    const quiet = { first: quietIn('first'), second: quietIn('second') };
    return { ofStatements: true, first: callsOf('first'), second: callsOf('second'), quiet, strangers };
  }

  /** Their statements are waited for, and the request for all messages. */
  get messages() {
    return undefined;
  }

  get about() {
    return { ...super.about, ofChains: true };
  }
}

// A message and what its sender does after it (overtaking.js). In the order that does no harm the sender is first. In
// the bad one the consumer looks at what the sender changes, and goes on after that: one that looks again finds it.
class OvertakingPair extends ChainPair {
  #more = []; // tables that only runs of the proof have shown

  /** The store in which the consumer looks, {name, dialect}. */
  get store() {
    const [{ store: name, dialect }] = this.windowOf('second');
    return { name, dialect };
  }

  /** Has these tables of that store read, too. */
  readMore(tables) {
    this.#more.push(...tables);
  }
  get recordedOrder() {
    return 'AB';
  }

  // A consumer that found nothing in the recording changed nothing there, but others like it may have.
  get changing() {
    const { handler } = this.requests.second;
    const all = this.recordings.all.filter(({ isForeign }) => !isForeign)
      .flatMap(({ requests }) => [...requests.values()]);
    const flows = new Set(all.filter((one) => one.handler === handler).map(({ flow }) => flow));
    return all.filter(({ flow }) => flows.has(flow));
  }

  plan(mode) {
    const plan = super.plan('AB');
    const { name } = this.store;
    plan.tables[name] = [...plan.tables[name] ?? [], ...this.#more].sort();
    if (mode !== 'forced') return { ...plan, mode };
    const { window: [number], traces: [trace] } = this.candidate.second;
    const { host, all } = this.recordings;
    const recording = all[trace];
    const look = { ...referenceOf(recording, number, this.operationsOf('second')), isAfter: true };
    const until = recording === host ? look : { main: recording.main, ...look };
    return { ...plan, mode, steps: [{ who: 'second', until }, { who: 'first' }, { who: 'second' }] };
  }

  get about() {
    const { wasLater } = this.candidate;
    const [{ site, statement }] = this.windowOf('second');
    return { ...super.about, overtakes: { wasLater, site, statement: statementShape(statement) } };
  }
}

/** Returns the pair of a candidate within one request. */
function pairWithin(candidate, recordings) {
  if (candidate.overtakes) return new OvertakingPair(candidate, recordings);
  const Kind = candidate.first.operations === undefined ? BranchPair : ChainPair;
  return new Kind(candidate, recordings);
}

module.exports = { pairWithin };
