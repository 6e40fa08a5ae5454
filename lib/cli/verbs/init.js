'use strict';
// nacd init: finds the command that tests this project, and writes it into a first configuration.
const fs = require('node:fs');
const path = require('node:path');

const { writing } = require('../../files/disk.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { packageIn } = require('../../options/package-json.js');
const { readConfig } = require('../config-file.js');
const { foundRunners, projectCommand } = require('../project.js');

const FILE = 'nacd.config.json';
const PACKAGE = 'package.json';

// Adds the key "nacd" to package.json and keeps its indentation.
function addToPackage(folder, config) {
  const file = path.join(folder, PACKAGE);
  const json = packageIn(folder);
  if (!json) throw new UserError(messages.initNeedsPackage(PACKAGE));
  const text = fs.readFileSync(file, 'utf8');
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? 2;
  const end = text.endsWith('\n') ? '\n' : '';
  writing(file, () => fs.writeFileSync(file, `${JSON.stringify({ ...json, nacd: config }, null, indent)}${end}`));
}

function writeConfig(folder, config, inPackage) {
  if (inPackage) return addToPackage(folder, config);
  const file = path.join(folder, FILE);
  return writing(file, () => fs.writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`));
}

async function run({ operands, extra, io }) {
  if (operands.length > 0) throw new UserError(messages.noOperands('init', operands));
  const say = (line) => io.stdout.write(`${line}\n`);
  const json = packageIn(io.cwd);
  const { file, isThere } = readConfig(io.cwd);
  const found = projectCommand(io.cwd);
  say(messages.foundCommand(found));
  if (isThere) say(messages.configExists(file));
  else if (found) {
    writeConfig(io.cwd, { command: found.command, runs: 30 }, extra.package);
    say(messages.configWritten(extra.package ? PACKAGE : FILE, { canMove: !extra.package && json !== undefined }));
  }
  say(messages.initNext(foundRunners(json), { found }));
  return found ? EXIT.passed : EXIT.usage;
}

module.exports = {
  name: 'init',
  summary: 'find the command that tests this project, write a configuration and show the next steps',
  usage: '[--package]',
  details: ['--package writes the key "nacd" of package.json instead of nacd.config.json'],
  flags: { package: { type: 'boolean' } },
  run,
};
