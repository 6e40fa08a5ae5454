'use strict';
// Two chains of statements within one request: it makes them at the same time in one process, or the consumers of its
// messages do. In a proof they are branches whose first statements are kept back where they are made.
const { operationShape } = require('../trace/places.js');
const { BranchPair } = require('./branches.js');
const { flowOf } = require('./plan.js');

const MOST_STRANGERS = 1000;

const valuesOf = ({ values }) => JSON.stringify(values);
const textOf = (one) => `${operationShape(one)} ${valuesOf(one)}`;

// The statements of a flow in one process, of which some are those of chains.
class Statements {
  #main;
  #ofChains;
  #ofFlow;
  #start; // of the first chain: a third one beside them may make statements like theirs from then on, in any order

  constructor(recording, ofChains, flow) {
    this.#main = recording.main;
    this.#ofChains = ofChains;
    this.#start = Math.min(...ofChains.map(({ operation }) => operation));
    this.#ofFlow = flowOf({ flow }, [recording]).flatMap(({ operations }) => operations)
      .sort((a, b) => a.operation - b.operation);
  }

  /** Returns how a proof knows a statement (prove/branches.js). */
  placeOf(one) {
    const shape = operationShape(one);
    const alike = this.#ofFlow.filter((other) => operationShape(other) === shape);
    const own = alike.filter(({ operation }) => operation >= this.#start);
    const before = own.filter(({ operation }) => operation < one.operation);
    const values = valuesOf(one);
    return {
      main: this.#main, shape, skip: alike.length - own.length, rank: before.length, count: own.length,
      values, equalRank: before.filter((other) => valuesOf(other) === values).length,
    };
  }

  /** Statements that are of no chain: "shape values". */
  get strangers() {
    const known = new Set(this.#ofChains.map(textOf));
    return [...new Set(this.#ofFlow.map(textOf))].filter((text) => !known.has(text));
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
    const [first, second] = ['first', 'second'].map((who) => this.#placesOf(who)[0]);
    const key = first.recording === second.recording ? 'operation' : 't';
    return first.operation[key] <= second.operation[key] ? 'AB' : 'BA';
  }

  /** As BranchPair's, of statements: they are numbered in the order of their calls. */
  get branches() {
    const all = ['first', 'second'].flatMap((who) => this.#placesOf(who));
    const processes = new Map([...new Set(all.map(({ recording }) => recording))].map((recording) => {
      const own = all.filter((one) => one.recording === recording).map(({ operation }) => operation);
      return [recording, new Statements(recording, own, this.root.flow)];
    }));
    const endOf = (who) => Math.max(...this.operationsOf(who).map(({ end }) => end));
    const ends = { first: endOf('second'), second: endOf('first') };
    const isOne = all.every(({ recording }) => recording === all[0].recording); // clocks of several do not agree
    const callsOf = (who) => this.#placesOf(who).map(({ recording, operation }) => (
      { ...processes.get(recording).placeOf(operation), mayJoin: isOne && operation.t >= ends[who] }));
    const strangers = [...processes.values()].flatMap((one) => one.strangers).slice(0, MOST_STRANGERS);
    return { ofStatements: true, first: callsOf('first'), second: callsOf('second'), strangers };
  }

  /** Their statements are waited for, and the request for all messages. */
  get messages() {
    return undefined;
  }

  get about() {
    return { ...super.about, ofChains: true };
  }
}

/** Returns the pair of a candidate within one request. */
function pairWithin(candidate, recordings) {
  const Kind = candidate.first.operations === undefined ? BranchPair : ChainPair;
  return new Kind(candidate, recordings);
}

module.exports = { pairWithin };
