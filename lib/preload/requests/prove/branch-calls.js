'use strict';
// Keeps the calls that branches of one request make back where they arrive, in the process that takes them in. A call
// of a branch, with all that it causes, gets a flow of its own.
const { shapeOf } = require('../../../trace/places.js');
const { readable } = require('./answer.js');
const { KeptBack } = require('./kept-back.js');

/** The flow of a branch, `who`, of the request whose flow is `flow`. */
const branchFlow = (flow, who) => `${flow}~${who}`;

function answerOf({ status, response, answer }) {
  const { body = '', base64 } = answer?.toJSON() ?? {};
  const bytes = base64 === undefined ? Buffer.from(body) : Buffer.from(base64, 'base64');
  return readable({ status, headers: { ...response?.getHeaders?.() }, body: bytes });
}

class BranchCalls extends KeptBack {
  /** Takes a request as it arrives. Returns a promise if it is kept back. */
  take(request) {
    const { flow, method, target, number: id, call } = request;
    if (!this.isExpected(flow) || method === undefined) return undefined;
    return this.keep(request, { id, call, shape: shapeOf(method, target) })?.then((who) => {
      if (who !== undefined) request.flow = branchFlow(flow, who);
    });
  }

  /** Takes that a request is answered. */
  answered(request) {
    this.end(request, () => answerOf(request));
  }
}

module.exports = { BranchCalls, branchFlow };
