'use strict';
// nacd init: writes a first configuration, and shows the commands for the test runners of this project.
const fs = require('node:fs');
const path = require('node:path');

const { writing } = require('../../files/disk.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { packageIn } = require('../../options/package-json.js');
const { foundRunners } = require('../project.js');

const FILE = 'nacd.config.json';

function config(json) {
  return { command: json?.scripts?.test ? ['npm', 'test'] : ['node', 'app.js'], runs: 30 };
}

async function run({ operands, io }) {
  if (operands.length > 0) throw new UserError(messages.noOperands('init', operands));
  const file = path.join(io.cwd, FILE);
  const json = packageIn(io.cwd);
  if (fs.existsSync(file)) io.stdout.write(`${messages.configExists(FILE)}\n`);
  else {
    writing(file, () => fs.writeFileSync(file, `${JSON.stringify(config(json), null, 2)}\n`));
    io.stdout.write(`${messages.configWritten(FILE)}\n`);
  }
  io.stdout.write(`${messages.initNext(foundRunners(json))}\n`);
  return EXIT.passed;
}

module.exports = { name: 'init', summary: 'write a configuration and show the next steps', usage: '', run };
