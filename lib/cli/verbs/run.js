'use strict';
// nacd run: runs a command many times with delays.
const path = require('node:path');

const { Campaign } = require('../../campaign/campaign.js');
const { makeContext } = require('../../campaign/context.js');
const { fileOf } = require('../../files/keep.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { githubWriter } = require('../../writers/github.js');
const { linesWriter } = require('../../writers/lines.js');
const { Progress } = require('../progress.js');
const { Machines } = require('../../queue/machines.js');

function statusOf(campaign) {
  if (campaign.state === 'interrupted') return EXIT.interrupted;
  if (campaign.state === 'baseline-failed') return EXIT.baseline;
  return campaign.failures.length > 0 ? EXIT.failed : EXIT.passed;
}

function writersFor({ values, cwd, env }, context) {
  const shownOut = path.relative(cwd, context.out) || '.';
  const failures = path.relative(cwd, context.failures) || '.';
  const writers = [linesWriter({ out: shownOut, failures, quiet: values.quiet, cwd })];
  if (env.GITHUB_ACTIONS === 'true') {
    const annotate = githubWriter();
    const file = ({ failure }) => failure && fileOf(failures, failure.id);
    writers.push((event) => annotate({ ...event, file: file(event) }));
  }
  return writers;
}

// Machines decide what is theirs.
function checkQueue({ values, given }) {
  if (values.queue === undefined) return;
  if (values.shard !== undefined) throw new UserError(messages.queueAlone('--shard', 'the machines share all runs'));
  if (given.has('jobs')) throw new UserError(messages.queueAlone('--jobs', 'give it to "nacd worker"'));
}

async function run({ settings, operands, io }) {
  if (operands.length > 0) throw new UserError(messages.commandWithoutDashes('run', operands));
  if (!settings.command) throw new UserError(messages.commandNeeded('run'));
  checkQueue(settings);
  const context = makeContext(settings, io);
  const writers = writersFor({ ...settings, cwd: io.cwd, env: io.env }, context);
  const isQuiet = settings.values.quiet;
  const progress = io.stdout.isTTY && !isQuiet ? new Progress(io.stdout) : undefined;
  const print = (text) => (progress ? progress.print(text) : io.stdout.write(text));
  const say = (line) => (isQuiet ? undefined : print(`${line}\n`));
  const machines = settings.values.queue === undefined ? undefined : await Machines.open(context, say);
  const campaign = new Campaign({ ...context, machines });
  try {
    for await (const event of campaign.events()) {
      progress?.see({ campaign: campaign.state, ...event });
      for (const writer of writers) {
        const text = writer({ campaign: campaign.state, ...event });
        if (text !== '') print(text);
      }
    }
  } finally {
    progress?.stop();
    const { state, failures } = campaign.state;
    await machines?.close({ state, failures: failures.length });
  }
  return statusOf(campaign.state);
}

module.exports = {
  name: 'run',
  summary: 'run a command again and again with delays, until something fails',
  usage: '[OPTIONS] -- COMMAND [ARG...]',
  run,
};
