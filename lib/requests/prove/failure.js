'use strict';
// Keeps a proved race in failures/ID.json, and runs such a file again.
const path = require('node:path');

const { UserError } = require('../../errors/index.js');
const { makeFolder } = require('../../files/disk.js');
const { fileOf } = require('../../files/keep.js');
const { writeSchedule } = require('../../files/schedule.js');
const messages = require('../../messages/index.js');
const { besideLaterWork } = require('../judge/beside-later-work.js');
const { isOwnDoing, judge, silentIn } = require('../judge/judge.js');
const { withoutLeftovers } = require('../judge/leftovers.js');
const { demandNear } = require('../record/whereabouts.js');
const { withMovedSites } = require('./moved.js');
const { Interrupted, runPlan } = require('./run-plan.js');
const { writtenIn } = require('./written.js');
const shapes = require('../report/shape.js');

const KIND = 'request race';

/**
 * Returns true if `schedule`, read from `file`, is a request race. Throws a UserError if it is one, and a part of it is
 * not valid.
 */
function isRequestRace(schedule, file) {
  if (schedule.kind !== KIND) return false;
  const problem = shapes.failure(schedule, '');
  if (problem) throw new UserError(messages.badFile(file, problem));
  return true;
}

/** Writes the file of a race; returns its path. The plans may have cookies in them, so only the user can read it. */
function keepRace(context, race, { pair, order, between, compare }) {
  makeFolder(context.failures);
  const file = fileOf(context.failures, race.id);
  const plans = Object.fromEntries(['AB', 'BA', 'forced'].map((mode) => [mode, pair.plan(mode, order)]));
  if (between) plans.between = pair.plan('between', between.order);
  writeSchedule(file, {
    format: 1, kind: KIND, options: {}, command: context.command, node: process.version,
    failure: { id: race.id, title: race.title, verdict: 'failed' },
    race, plans, between: between && { ...between, runs: undefined }, about: pair.about,
    noise: [...compare.noise], relative: [...compare.relative],
    delays: [],
    ms: context.recordedMs, servers: context.servers, ignore: context.ignore, limit: context.limits?.limit,
    check: context.check?.file && path.relative(context.cwd, context.check.file),
  });
  return file;
}

// The stores that the plans of a race write to, and whether the program may take them for those of production.
function plannedStores({ plans }, { env = process.env }) {
  const production = env.NODE_ENV === 'production';
  const { stores = [], tables = {} } = plans.AB;
  const dialectOf = (name) => stores.find((one) => one.name === name)?.dialect;
  return Object.entries(tables).filter(([, names]) => names.length > 0)
    .map(([name]) => ({ name, dialect: dialectOf(name) ?? name.split(':', 1)[0], production }));
}

/**
 * Runs the plans of a race again: all serial orders once and the forced one `count` times. Resolves to {judgements},
 * or to {problem} if a run did not come to its end. After an abort it has the judgements so far, and `isInterrupted`.
 */
async function repeatRace(context, schedule, { folder, count }) {
  const { plans, about, race, ms, servers, ignore, between } = schedule;
  const { anyStore } = context.values ?? {};
  await demandNear({ stores: plannedStores(schedule, context) }, { anyStore, cwd: context.cwd });
  const known = { noise: new Set(schedule.noise), relative: new Set(schedule.relative) };
  const earlier = [];
  const run = async (mode, index, plan = plans[mode]) => {
    const outcome = await runPlan({ ...context, recordedMs: ms, servers, ignore }, plan, path.join(folder, `${mode}-${index}`));
    const isHang = outcome.state === 'timeout' && mode === 'forced' && silentIn(outcome).length > 0;
    if (outcome.state !== 'done' && !isHang) throw new NotDone(outcome);
    if (outcome.crash && mode !== 'forced') throw new NotDone({ ...outcome, state: 'serial crash' });
    const known = { ...outcome, written: await writtenIn(outcome) };
    const clean = withoutLeftovers(known, { all: earlier, alike: earlier });
    earlier.push(known);
    return { ...clean, ...about };
  };
  const judgements = [];
  const isAgreeing = ({ verdict, kind }) => verdict === race.verdict && kind === race.loss.kind;
  const agreeing = () => judgements.filter(isAgreeing).length;
  try {
    const serial = { AB: [await run('AB', 1)], BA: [await run('BA', 1)] };
    const moved = (plan) => withMovedSites(plan, serial, race.table);
    const later = between && { ...between, runs: [await run('between', 1, moved(plans.between))] };
    const forced = moved(plans.forced);
    const changed = forced.steps.map(({ until }) => until).filter((until) => until?.isChanged);
    while (judgements.length < count) {
      const outcome = await run('forced', judgements.length + 1, forced);
      const found = judge(outcome, serial, known);
      const judgement = later && found.verdict === race.verdict
        ? besideLaterWork(outcome, found, { serial, between: later, known }) : found;
      if (isOwnDoing(outcome, judgement)) throw new NotDone({ ...outcome, state: 'gave up', isLatched: true });
      judgements.push(judgement);
    }
    return { judgements, agree: agreeing(), changed };
  } catch (error) {
    if (error instanceof Interrupted) return { judgements, agree: agreeing(), isInterrupted: true };
    if (!(error instanceof NotDone)) throw error;
    return { problem: error.outcome };
  }
}

class NotDone extends Error {
  constructor(outcome) {
    super(outcome.state);
    this.outcome = outcome;
  }
}

module.exports = { keepRace, repeatRace, isRequestRace };
