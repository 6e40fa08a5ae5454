'use strict';
// Tells whether both requests used up what works once: a code whose row is deleted when somebody shows it. The state is
// then the same, and one of both deleted nothing. A deletion by itself is no harm, as to log out twice.
const { isNothing } = require('../../analysis/says-error.js');
const { SIDES } = require('../../trace/protocol.js');
const { isRefusal, kindOf } = require('./acts.js');
const { hasContent, isRemoving } = require('../recording/answers.js');
const { onlyReads, wordsOf } = require('./meant.js');

// Words of a handler that is there to remove something, or to be done with it.
const REMOVAL = new RegExp(`^(?:${[
  'un(?!i|der|til|do).+', 'log(?:out|off)', 'sign(?:out|off)', 'out', 'off', 'delet.*', 'remov.*', 'revo[ck].*', 'clear.*',
  'cancel.*', 'leav.*', 'clos.*', 'end', 'destroy.*', 'purg.*', 'discard.*', 'expir.*', 'invalidat.*', 'forget', 'disconnect.*',
  'disabl.*', 'deactivat.*', 'dismiss.*', 'terminat.*', 'drop', 'archiv.*', 'hid(?:e|den)', 'stop', 'quit', 'kick', 'declin.*',
  'reject.*', 'deny', 'ignor.*', 'skip.*', 'ack.*', 'read', 'seen', 'done', 'finish.*', 'releas.*', 'free', 'evict.*', 'flush',
  'clean.*', 'empty', 'abort.*', 'withdraw.*',
].join('|')})$`);

/** Returns whether a handler is there to remove something, by its method or by its name. */
const isRemoval = (handler = '') => isRemoving({ method: handler.split(' ', 1)[0] })
  || wordsOf(handler).some((word) => REMOVAL.test(word));

/** Returns the kinds of those recorded operations that do nothing but delete. */
function removalsIn(operations) {
  const removes = ({ effects = [] }) => {
    const kinds = new Set(effects.map((one) => one.class));
    return kinds.has('D') && [...kinds].every((kind) => kind === 'R' || kind === 'D');
  };
  return [...new Set(operations.filter(removes).map(kindOf))];
}

/** Returns whether what the operations of one request change is deleted. `forced.removals`: removalsIn() of both. */
function deletesOnly({ writes = {}, removals = [] }, operations) {
  const kinds = operations.map(kindOf);
  return kinds.some((kind) => removals.includes(kind)) && !kinds.some((kind) => Object.hasOwn(writes, kind));
}

/** Returns whether the answer to `who` has what it asks for, and that is no removal. */
function isGiven(forced, { responses }, who) {
  const answer = responses[who];
  return hasContent(answer) && !isNothing(answer.body)
    && !onlyReads(forced, who) && !isRemoving({ method: forced.methods?.[who] }) && !isRemoval(forced.handlers?.[who]);
}

/**
 * Returns true if both requests of the forced run were given something and deleted it, and in each serial run one of
 * them was refused. `forced.removals`: removalsIn() of both. `view` makes an outcome comparable.
 */
function bothConsume(forced, serial, view) {
  const { operations = [], removals = [] } = forced;
  const given = view(forced);
  const removed = (who) => operations.some((one) => (
    one.who === who && one.failed === undefined && removals.includes(kindOf(one))));
  if (!SIDES.every((who) => removed(who) && isGiven(forced, given, who))) return false;
  return serial.every((run) => {
    const { responses } = view(run);
    return SIDES.some((who) => isRefusal(responses[who], given.responses[who]));
  });
}

module.exports = { bothConsume, deletesOnly, isGiven, isRemoval, removalsIn };
