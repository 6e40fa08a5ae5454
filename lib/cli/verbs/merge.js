'use strict';
// nacd merge: joins the results of several machines (nacd run --shard i/n) into one folder.
const fs = require('node:fs');
const path = require('node:path');
const { isDeepStrictEqual } = require('node:util');

const { writing } = require('../../files/disk.js');
const { groupsOf } = require('../../analysis/groups.js');
const { readResults } = require('../../files/results.js');
const { Store } = require('../../files/store.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');

// The whole has a result only if each part has one.
function stateOf(campaigns) {
  return campaigns.find(({ state }) => state !== 'done')?.state ?? 'done';
}

function copyRun(from, to) {
  if (fs.existsSync(from)) writing(to, () => fs.cpSync(from, to, { recursive: true }));
}

function copyKept(from, to) {
  if (!fs.existsSync(from)) return;
  writing(to, () => fs.cpSync(from, to, { recursive: true, force: false }));
}

function joined(parts, store) {
  const runs = [];
  for (const [index, { folder, campaign }] of parts.entries()) {
    for (const run of campaign.runs) {
      const name = `${index + 1}-${path.basename(run.folder)}`;
      copyRun(path.join(folder, run.folder), path.join(store.folder, 'runs', name));
      runs.push({ ...run, number: runs.length + 1, folder: `runs/${name}` });
    }
    copyKept(path.join(folder, 'failures'), store.failures);
  }
  return runs;
}

// Writes the whole into `out`. Returns it in the form of campaign.json.
async function writeWholeOf(parts, out, signal) {
  const store = await Store.open(out, { signal });
  try {
    const runs = joinedOrNothing(parts, store);
    const [{ campaign: first }] = parts;
    const state = stateOf(parts.map(({ campaign }) => campaign));
    const failures = groupsOf(runs, first.command);
    const whole = { ...first, state, shard: undefined, limits: { runs: runs.length }, runs, failures };
    store.writeCampaign(whole);
    return whole;
  } finally {
    store.close();
  }
}

// Removes the runs after an error: runs without campaign.json would look like a foreign folder.
function joinedOrNothing(parts, store) {
  try {
    return joined(parts, store);
  } catch (error) {
    store.dropRun(path.join(store.folder, 'runs'));
    throw error;
  }
}

function checkCommands(parts) {
  const [first, ...others] = parts;
  const stranger = others.find(({ campaign }) => !isDeepStrictEqual(campaign.command, first.campaign.command));
  if (!stranger) return;
  throw new UserError(messages.otherCommand(stranger.folder, stranger.campaign.command, first.campaign.command));
}

async function run({ settings, operands, io }) {
  if (operands.length === 0) throw new UserError(messages.operandNeeded('merge', 'the folder of a shard'));
  const out = path.resolve(io.cwd, settings.values.out);
  const folders = operands.map((operand) => path.resolve(io.cwd, operand));
  if (folders.includes(out)) throw new UserError(messages.mergeIntoItself(settings.values.out));
  const parts = folders.map((folder) => ({ folder, campaign: readResults(folder) }));
  checkCommands(parts);
  const whole = await writeWholeOf(parts, out, io.signal);
  const { state, failures } = whole;
  io.stdout.write(`${messages.merged(parts.length)}\n${messages.summary(whole)}\n`
    + `${messages.resultsIn(settings.values.out)}\n`);
  if (state !== 'done' && failures.length === 0) return EXIT.usage;
  return failures.length > 0 ? EXIT.failed : EXIT.passed;
}

module.exports = {
  name: 'merge',
  summary: 'join the results of several machines (run --shard) into one folder',
  usage: 'DIR... [--out DIR]',
  details: ['Exit status: 1 a failure in any part, 0 none, 2 a part has no result.'],
  run,
};
