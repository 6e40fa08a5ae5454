'use strict';
// Reads a results folder. If its campaign was killed, campaign.json may lack the last runs, which have folders.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { groupsOf } = require('../analysis/groups.js');
const { isRun, problemOfCampaign, problemOfFormat } = require('./checks.js');
const { FORMAT, isWritten, readJson } = require('./store.js');

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
      // the campaign was killed before the run ended
    }
  }
  return runs;
}

function withLateRuns(campaign, folder) {
  const known = new Set(campaign.runs.map((run) => run.number));
  const late = runsIn(folder).filter(isRun).filter((run) => run.kind !== 'baseline' && !known.has(run.number));
  return [...campaign.runs, ...late].sort((a, b) => a.number - b.number);
}

/** Returns the campaign in `folder`, in the form of campaign.json. Throws a UserError if there is none. */
function readResults(folder) {
  const file = path.join(folder, 'campaign.json');
  const campaign = readJson(file);
  if (campaign === undefined) throw new UserError(messages.notResults(folder));
  const problem = problemOfFormat(campaign, FORMAT) ?? problemOfCampaign(campaign);
  if (problem) throw new UserError(messages.badResults(file, problem));
  const runs = withLateRuns(campaign, folder);
  const killed = campaign.state === 'running' && !isWritten(folder);
  const { plainRuns, failures: written } = campaign;
  const failures = groupsOf(runs, campaign.command, { plainRuns: plainRuns ?? [], failures: written ?? [] });
  return { ...campaign, state: killed ? 'killed' : campaign.state, runs, failures };
}

module.exports = { readResults };
