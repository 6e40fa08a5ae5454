'use strict';
// The serial order in which one request comes between the answer to the other one and its later work: a hold is made,
// paid, and then a delayed job finds that it is paid. A client can do so one request after the other, so it says what
// the bad order has to be compared with.
const { otherSide } = require('../../trace/protocol.js');
const { writesIn } = require('../judge/acts.js');
const { laterWorkOf } = require('../recording/later-work.js');

const HAS_ONE_ORDER = ['of', 'shared', 'holdsAnswer', 'overtakes', 'latch', 'before', 'orders'];

/** Returns whether a candidate says itself which order to force, so that no other one shows the same. */
const hasOneOrder = (candidate) => HAS_ONE_ORDER.some((name) => candidate[name]);

// The step at which a request is held while the other one runs.
function holdIn(order) {
  const [who] = order[0];
  const other = order.findIndex((step) => step[0] !== who);
  return order.find((step, index) => index > other && step[0] === who);
}

/**
 * Returns {who, order, isWhole, writes} for an order to force, if its first request is held in its later work: `order`
 * has the other request before that work, `isWhole` tells whether the window of `who` lies in it, and `writes` what the
 * work changes in the recording (acts.js). Else undefined. `recordings` is {first, second, all}.
 */
function betweenOf(candidate, order, recordings) {
  if (hasOneOrder(candidate)) return undefined;
  const hold = holdIn(order);
  if (hold === undefined) return undefined;
  const [who, number, trace] = hold;
  const place = trace === undefined ? recordings[who] : recordings.all[trace];
  const work = laterWorkOf(place, place.operations.get(number), recordings.all);
  if (work === undefined) return undefined;
  const { window, traces } = candidate[who];
  const isIn = (one, index) => work.some(({ operation, recording }) => (
    operation.operation === one && recording === (traces ? recordings.all[traces[index]] : recordings[who])));
  const step = [who, work[0].operation.operation, work[0].trace];
  return {
    who, order: [step, [otherSide(who)], step], isWhole: window.every(isIn),
    writes: writesIn(work.map(({ operation }) => operation)),
  };
}

module.exports = { betweenOf, hasOneOrder };
