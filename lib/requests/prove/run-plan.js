'use strict';
// Runs the command once with a plan for the director of a proof, and reads what that wrote.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../../errors/index.js');
const { makeFolder, writeWhole } = require('../../files/disk.js');
const messages = require('../../messages/index.js');
const { withoutIgnored, withoutTables } = require('../judge/ignored.js');
const { errorLines } = require('../record/logs.js');
const { runOnce } = require('../record/runner.js');
const { demandNearAfter } = require('../record/whereabouts.js');
const { servedOf } = require('../served/command.js');

const SLOWER = 3; // times what requests took when recorded: longer is a hang

class Interrupted extends Error {}

function readResult(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return { state: 'not seen' };
  }
}

// With --instances other processes of the server take part: one of them gets the other request.
function mainsOf({ services, arrival }, hasPeers) {
  return hasPeers ? [...new Set([...services?.mains ?? [], arrival.main])] : services?.mains;
}

/**
 * Returns the milliseconds that the requests of a plan may take. `limit`: of --limit, in seconds. A server in
 * development compiles at a first request.
 */
function longestOf({ patience, grace = 0 }, limit) {
  const recorded = Object.values(patience ?? {}).filter(Number.isFinite).reduce((sum, ms) => sum + ms, 0);
  return Math.max(limit * 1000, SLOWER * recorded) + grace;
}

/** Runs the command with a plan, with its files in `folder`. Resolves to what the director wrote, with `end`. */
async function runPlan(context, plan, folder) {
  makeFolder(folder);
  const files = { result: path.join(folder, 'result.json'), claim: path.join(folder, 'claim') };
  const file = path.join(folder, 'plan.json');
  const { limit, timeout } = context.limits;
  const served = servedOf(context.command);
  const peers = served?.instances > 1 ? path.join(folder, 'instances.json') : undefined;
  const mains = mainsOf(plan, peers !== undefined);
  const services = mains && { ...plan.services, mains, folder: path.join(folder, 'services') };
  const tables = withoutTables(plan.tables, context.ignore);
  const longest = longestOf(plan, limit);
  const content = { ...plan, ...files, tables, peers, services, limit: longest, check: context.check?.sql };
  writeWhole(file, JSON.stringify(content), { brief: true });
  const end = await runOnce(context, folder, { plan: file, result: files.result, timeout });
  if (context.signal.aborted) throw new Interrupted();
  await demandNearAfter(folder, plan.tables ?? {}, context);
  const result = withoutIgnored(readResult(files.result), context.ignore);
  if (result.checkWrites) throw new UserError(messages.checkWrites(context.check.file, result.checkWrites));
  const broken = result.broken ?? (result.state === 'done' ? await context.check?.broken?.(result) : undefined);
  return { ...result, broken, end, folder, logs: errorLines(folder) };
}

module.exports = { longestOf, runPlan, Interrupted };
