'use strict';
// Two chains of statements that one request makes at the same time in one process. In a proof they are branches whose
// first statements are kept back where they are made.
const { operationShape } = require('../trace/places.js');
const { BranchPair } = require('./branches.js');
const { flowOf } = require('./plan.js');

const MOST_STRANGERS = 1000;

const valuesOf = ({ values }) => JSON.stringify(values);
const textOf = (one) => `${operationShape(one)} ${valuesOf(one)}`;

class ChainPair extends BranchPair {
  operationsOf(who) {
    const { operations } = this.recordings[who];
    return this.candidate[who].operations.map((number) => operations.get(number));
  }

  get recordedOrder() {
    const [first, second] = ['first', 'second'].map((who) => this.candidate[who].operations[0]);
    return first < second ? 'AB' : 'BA';
  }

  /** As BranchPair's, of statements: they are numbered in the order of their calls. */
  get branches() {
    const recording = this.recordings.first;
    const { main } = recording;
    const ofFlow = flowOf(this.requests.first, [recording]).flatMap(({ operations }) => operations);
    const all = ['first', 'second'].flatMap((who) => this.operationsOf(who));
    const placeOf = (one) => {
      const shape = operationShape(one);
      const isAlike = (other) => operationShape(other) === shape;
      const start = Math.min(...all.filter(isAlike).map(({ operation }) => operation));
      const alike = ofFlow.filter(isAlike);
      const own = alike.filter(({ operation }) => operation >= start);
      const before = own.filter(({ operation }) => operation < one.operation);
      const values = valuesOf(one);
      const equalRank = before.filter((other) => valuesOf(other) === values).length;
      const skip = alike.length - own.length;
      return { main, shape, skip, rank: before.length, count: own.length, values, equalRank };
    };
    const callsOf = (who) => this.operationsOf(who).map(placeOf);
    const known = new Set(all.map(textOf));
    const strangers = [...new Set(ofFlow.map(textOf))].filter((text) => !known.has(text)).slice(0, MOST_STRANGERS);
    return { ofStatements: true, first: callsOf('first'), second: callsOf('second'), strangers };
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
