'use strict';
// nacd run: runs a command many times with delays.
const fs = require('node:fs');
const path = require('node:path');

const { makeContext } = require('../../campaign/context.js');
const { fileOf } = require('../../files/keep.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { githubWriter } = require('../../writers/github.js');
const { linesWriter } = require('../../writers/lines.js');
const { forMarkdown } = require('../../shown/media.js');
const { Progress } = require('../progress.js');
const { makeCampaign } = require('../../queue/ask.js');

function statusOf(campaign) {
  if (campaign.state === 'interrupted') return EXIT.interrupted;
  if (campaign.state === 'baseline-failed') return EXIT.baseline;
  return campaign.failures.length > 0 ? EXIT.failed : EXIT.passed;
}

// With --strict a campaign that could not test everything has not passed, nor with --cover one with too few orders.
function strictly(campaign, print) {
  const status = statusOf(campaign);
  if (status !== EXIT.passed) return status;
  const lines = [campaign.strict ? messages.strictLine(campaign) : undefined, messages.coverLine(campaign)];
  const wrong = lines.filter((line) => line !== undefined);
  for (const line of wrong) print(`${line}\n`);
  return wrong.length > 0 ? EXIT.failed : status;
}

// The page that GitHub Actions shows for a job.
function addStepSummary({ GITHUB_STEP_SUMMARY: file }, campaign) {
  if (file) fs.appendFileSync(file, `${forMarkdown(messages.summary(campaign))}\n`);
}

function writersFor({ values, cwd, env }, context) {
  const shownOut = path.relative(cwd, context.out) || '.';
  const failures = path.relative(cwd, context.failures) || '.';
  const writers = [linesWriter({ out: shownOut, failures, quiet: values.quiet, verbose: values.verbose, cwd })];
  if (env.GITHUB_ACTIONS === 'true') {
    const annotate = githubWriter();
    const file = ({ failure }) => failure && fileOf(failures, failure.id);
    writers.push((event) => annotate({ ...event, file: file(event) }));
  }
  return writers;
}

async function run({ settings, operands, io }) {
  if (operands.length > 0) throw new UserError(messages.commandWithoutDashes('run', operands));
  if (!settings.command) throw new UserError(messages.commandNeeded('run'));
  const context = makeContext(settings, io);
  const writers = writersFor({ ...settings, cwd: io.cwd, env: io.env }, context);
  const isQuiet = settings.values.quiet;
  const progress = io.stdout.isTTY && !isQuiet ? new Progress(io.stdout) : undefined;
  const print = (text) => (progress ? progress.print(text) : io.stdout.write(text));
  const say = (line) => (isQuiet ? undefined : print(`${line}\n`));
  try {
    const onEvent = (event, campaign) => {
      progress?.see({ campaign, ...event });
      for (const writer of writers) {
        const text = writer({ campaign, ...event });
        if (text !== '') print(text);
      }
    };
    const campaign = await makeCampaign(context, { given: settings.given, say, onEvent });
    addStepSummary(io.env, campaign);
    return strictly(campaign, print);
  } finally {
    progress?.stop();
  }
}

module.exports = {
  name: 'run',
  summary: 'run a command again and again with delays, until something fails',
  usage: '[OPTIONS] -- COMMAND [ARG...]',
  run,
};
