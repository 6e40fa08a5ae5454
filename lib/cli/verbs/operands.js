'use strict';
const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

/** Returns the one operand of a verb, or `fallback` if none is given. */
function oneOperand(verb, operands, fallback) {
  if (operands.length > 1) throw new UserError(messages.tooManyOperands(verb, operands));
  return operands[0] ?? fallback;
}

module.exports = { oneOperand };
