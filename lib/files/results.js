'use strict';
// Reads a results folder back, also one whose campaign was killed: campaign.json may then be behind the run folders.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { groupsOf } = require('../analysis/groups.js');
const { FORMAT, isAlive, readJson } = require('./store.js');

function runsIn(folder) {
  let names;
  try {
    names = fs.readdirSync(path.join(folder, 'runs'));
  } catch {
    return [];
  }
  const runs = [];
  for (const name of names) {
    try {
      runs.push(JSON.parse(fs.readFileSync(path.join(folder, 'runs', name, 'run.json'), 'utf8')));
    } catch {
      // the run had not ended when the campaign was killed
    }
  }
  return runs;
}

function withLateRuns(campaign, folder) {
  const known = new Set(campaign.runs.map((run) => run.number));
  const late = runsIn(folder).filter((run) => run.kind !== 'baseline' && !known.has(run.number));
  return [...campaign.runs, ...late].sort((a, b) => a.number - b.number);
}

/** The campaign in `folder`, as campaign.json has it. Throws a UserError where there is none. */
function readResults(folder) {
  const file = path.join(folder, 'campaign.json');
  const campaign = readJson(file);
  if (campaign === undefined) throw new UserError(messages.notResults(folder));
  if (campaign?.format !== FORMAT) throw new UserError(messages.badResults(file, `its "format" is not ${FORMAT}`));
  if (!Array.isArray(campaign.runs)) throw new UserError(messages.badResults(file, 'it has no list "runs"'));
  const runs = withLateRuns(campaign, folder);
  const killed = campaign.state === 'running' && !isAlive(campaign.pid);
  return { ...campaign, state: killed ? 'killed' : campaign.state, runs, failures: groupsOf(runs, campaign.command) };
}

module.exports = { readResults };
