'use strict';
const { UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

/** The one folder or file that a verb is about; `fallback` where none is given. */
function oneOperand(verb, operands, fallback) {
  if (operands.length > 1) throw new UserError(messages.tooManyOperands(verb, operands));
  return operands[0] ?? fallback;
}

module.exports = { oneOperand };
