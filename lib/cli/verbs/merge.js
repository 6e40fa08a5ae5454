'use strict';
// nacd merge: joins the results of several machines (nacd run --shard i/n) into one folder.
const fs = require('node:fs');
const path = require('node:path');

const { checkParts } = require('../../campaign/parts.js');
const { makePrivate, writing } = require('../../files/disk.js');
const { findingsOf } = require('../../analysis/findings.js');
const { breather } = require('../../process/breathe.js');
const { groupsOf } = require('../../analysis/groups.js');
const { readResults } = require('../../files/results.js');
const { Store } = require('../../files/store.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

const NOT_WHOLE = new Set(['running', 'interrupted', 'killed']); // its runs so far are results

// The whole has a result if each part has one, or if the user accepts an incomplete one (`partial`).
function stateOf({ missing, unended }, { runs, partial }) {
  const isExcused = ({ state }) => partial && NOT_WHOLE.has(state);
  const worst = unended.find((part) => !isExcused(part))?.state;
  if (worst) return worst;
  return runs.length === 0 || (missing.length > 0 && !partial) ? 'incomplete' : 'done';
}

function copyRun(from, to) {
  if (!fs.existsSync(from)) return;
  writing(to, () => fs.cpSync(from, to, { recursive: true }));
  makePrivate(to);
}

function copyKept(from, to) {
  if (!fs.existsSync(from)) return;
  writing(to, () => fs.cpSync(from, to, { recursive: true, force: false }));
  makePrivate(to);
}

class Interrupted extends Error {}

async function joined(parts, store, signal) {
  const runs = [];
  const isInterrupted = breather(signal);
  for (const [index, { folder, campaign }] of parts.entries()) {
    for (const run of campaign.runs) {
      const name = `${index + 1}-${path.basename(run.folder)}`;
      copyRun(path.join(folder, run.folder), path.join(store.folder, 'runs', name));
      if (await isInterrupted()) throw new Interrupted(messages.mergeInterrupted(index, parts.length));
      runs.push({ ...run, number: runs.length + 1, folder: `runs/${name}` });
    }
    copyKept(path.join(folder, 'failures'), store.failures);
  }
  return runs;
}

// One machine alone may have seen what --strict does not accept.
function plainlyIn(campaigns) {
  const [{ plain }] = campaigns;
  const aside = [...new Set(campaigns.flatMap((one) => one.plain?.aside ?? []))];
  const tests = campaigns.map(({ demand }) => demand?.tests).filter(Boolean);
  const numbers = new Set(tests.flatMap(({ total, most }) => [total, most]));
  return {
    plain: plain && { ...plain, aside },
    uncounted: campaigns.some(({ uncounted }) => uncounted) || undefined,
    varied: numbers.size > 1 || undefined,
  };
}

// Writes the whole into `out`. Returns it in the form of campaign.json.
async function writeWholeOf(parts, { about, partial, out, signal }) {
  const store = await Store.open(out, { signal });
  try {
    const runs = await joinedOrNothing(parts, store, signal);
    const [{ campaign: first }] = parts;
    const state = stateOf(about, { runs, partial });
    const { missing } = about;
    const plainRuns = parts.flatMap(({ campaign }) => campaign.plainRuns ?? []);
    const known = parts.flatMap(({ campaign }) => campaign.failures);
    const failures = groupsOf(runs, first.command, { plainRuns, failures: known });
    const limits = { runs: runs.length };
    const plainErrors = [...new Set(parts.flatMap(({ campaign }) => campaign.plainErrors ?? []))];
    const findings = findingsOf({ runs, plainErrors });
    const found = { plainRuns, plainErrors, runs, failures, findings };
    const plainly = plainlyIn(parts.map(({ campaign }) => campaign));
    const whole = { ...first, ...plainly, state, missing, shard: undefined, limits, ...found };
    store.writeCampaign(whole);
    return whole;
  } finally {
    store.close();
  }
}

// Removes the runs after an error or Ctrl-C, because a folder of runs without campaign.json would look like somebody
// else's.
async function joinedOrNothing(parts, store, signal) {
  try {
    return await joined(parts, store, signal);
  } catch (error) {
    store.dropRun(path.join(store.folder, 'runs'));
    throw error;
  }
}

async function run({ settings, operands, extra: { partial }, io }) {
  if (operands.length === 0) throw new UserError(messages.operandNeeded('merge', 'the folder of a shard'));
  const out = path.resolve(io.cwd, settings.values.out);
  const folders = operands.map((operand) => path.resolve(io.cwd, operand));
  if (folders.includes(out)) throw new UserError(messages.mergeIntoItself(settings.values.out));
  const parts = folders.map((folder) => ({ folder, campaign: readResults(folder) }));
  const about = checkParts(parts);
  try {
    const whole = await tell(parts, { about, partial, out, settings, io });
    return statusOf(whole, { settings, io });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    io.stdout.write(`${error.message}\n`);
    return EXIT.interrupted;
  }
}

function statusOf(whole, { settings, io }) {
  if (whole.failures.length > 0) return EXIT.failed;
  if (whole.state !== 'done') return EXIT.usage;
  const line = settings.values.strict ? messages.strictLine(whole) : undefined;
  if (line) io.stdout.write(`${line}\n`);
  return line ? EXIT.failed : EXIT.passed;
}

async function tell(parts, { about, partial, out, settings, io }) {
  const whole = await writeWholeOf(parts, { about, partial, out, signal: io.signal });
  const lines = [messages.merged(parts.length), ...messages.partLines(about, partial), messages.summary(whole),
    messages.resultsIn(settings.values.out)];
  io.stdout.write(`${lines.join('\n')}\n`);
  return whole;
}

module.exports = {
  name: 'merge',
  summary: 'join the results of several machines (run --shard) into one folder',
  usage: 'DIR... [--partial] [--out DIR]',
  details: [
    '--partial  parts that are missing or did not end do not count',
    'Exit status: 1 a failure in any part, 0 none,', '2 a part is missing, has no result, or belongs to another campaign.',
  ],
  flags: { partial: { type: 'boolean', default: false } },
  run,
};
