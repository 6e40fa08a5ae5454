'use strict';
// Carries out a command line. It never ends the process, so tests and programs can call it.
const { EXIT, UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { packageIn } = require('../options/package-json.js');
const { version } = require('../../package.json');
const { learnFrom, learnFromEnvironment } = require('../shown/secrets.js');
const { readArguments } = require('./arguments.js');
const { readConfig } = require('./config-file.js');
const { generalHelp, verbHelp } = require('./help.js');
const { nearest } = require('../options/nearest.js');
const { projectCommand } = require('./project.js');
const { withSafeOutput } = require('./output.js');
const { readSettings } = require('./settings.js');
const verbs = require('./verbs/index.js');

async function dispatch(argv, io) {
  // "nacd help run" is "nacd run --help".
  const [name, ...rest] = argv[0] === 'help' && argv.length > 1 ? [argv[1], '--help'] : argv;
  if (name === undefined && packageIn(io.cwd)) {
    io.stdout.write(`${messages.projectHint(projectCommand(io.cwd))}\n`);
    return EXIT.usage;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(generalHelp(verbs));
    return name === undefined ? EXIT.usage : EXIT.passed;
  }
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${version}\n`);
    return EXIT.passed;
  }
  const verb = verbs.find((candidate) => candidate.name === name);
  if (!verb) throw new UserError(messages.unknownVerb(name, nearest(name, verbs.map((known) => known.name))));
  const { help, flags, extra, operands, command } = readArguments(name, rest, verb.flags);
  if (help) {
    io.stdout.write(verbHelp(verb, { all: help === 'all' }));
    return EXIT.passed;
  }
  const config = readConfig(io.cwd);
  learnFrom(argv.join(' '), JSON.stringify(config.values));
  learnFromEnvironment(io.env);
  const settings = readSettings(name, { flags, command, env: io.env, config });
  return verb.run({ settings, operands, extra, io });
}

/**
 * Resolves to the exit status. `io` is {stdout, stderr, env, cwd, signal}; aborting `signal` ends all runs. A bug in
 * nacd never gives 0 or 1, which say something about the program under test.
 */
async function cli(argv, given) {
  const io = withSafeOutput(given);
  try {
    return await dispatch(argv, io);
  } catch (error) {
    if (!(error instanceof UserError)) {
      io.stderr.write(`${messages.internal(error)}\n`);
      return EXIT.internal;
    }
    io.stderr.write(`${error.message}\n`);
    return error.status;
  }
}

module.exports = { cli };
