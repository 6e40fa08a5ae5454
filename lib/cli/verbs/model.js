'use strict';
// nacd model: what is modelled. Checking against the running Node and scaffolding come later, and say so.
const fs = require('node:fs');
const path = require('node:path');

const { EXIT, UserError } = require('../../errors.js');
const messages = require('../../messages/index.js');

const MODEL = path.join(__dirname, '..', '..', '..', 'model');
const ACTIONS = ['list', 'check', 'scaffold'];

function list(io) {
  const names = fs.readdirSync(MODEL).filter((name) => name.endsWith('.json') && !name.includes('schema')).sort();
  for (const name of names) io.stdout.write(`${path.basename(name, '.json').replaceAll('_', '/')}\n`);
  return EXIT.passed;
}

async function run({ operands, io }) {
  const [action, ...rest] = operands;
  if (!ACTIONS.includes(action)) throw new UserError(messages.badArguments('model', `which of ${ACTIONS.join(', ')}?`));
  if (action !== 'list') throw new UserError(messages.notThereYet(`"nacd model ${action}"`));
  if (rest.length > 0) throw new UserError(messages.tooManyOperands('model list', rest));
  return list(io);
}

module.exports = {
  name: 'model',
  summary: 'list what is modelled of the asynchronous API',
  usage: 'list|check|scaffold',
  run,
};
