'use strict';
// A run's result on its way from the machine that made it to the asker. The short part is the job's value; the large
// one, packed, is for the planner, or the folder of a failure.
const fs = require('node:fs');
const path = require('node:path');

const { repeatable } = require('../analysis/repeatable.js');
const { BEGINNINGS } = require('../campaign/orders.js');
const { isObject } = require('../files/checks.js');
const { isDelay, readSchedule } = require('../files/schedule.js');
const { readOptionsOf, readResult, shortText } = require('./checks.js');
const { sentTrace } = require('../trace/sent-trace.js');
const { parseTrace } = require('../trace/read.js');
const { packFolder, packed, unpackFolder, unpacked } = require('./pack.js');

/** Returns the large part of a run that passed: its traces' beginnings; undefined if the campaign does not learn. */
function partOfPassed({ beginnings }) {
  return beginnings && packed({ traces: beginnings.map(sentTrace) });
}

/**
 * Returns the large part of a run that failed: the delays of its schedule, with tiers (tiers.js) that are learned from
 * `others`, the traces of a plain run here; and with `isWanted` its folder.
 */
function partOfFailed(folder, { traces, others, isWanted }) {
  const { delays, node, options } = readSchedule(path.join(folder, 'schedule.json'));
  const tiered = repeatable(delays, traces.beginnings, others);
  return packed({ delays: tiered, header: { node, options }, files: isWanted ? packFolder(folder) : [] });
}

const listOf = (value) => (Array.isArray(value) ? value : []);

// Those who show a failure read both.
function makeOutputs(folder) {
  for (const name of ['stdout', 'stderr']) fs.writeFileSync(path.join(folder, name), '', { flag: 'a', mode: 0o600 });
}

function headerOf(header) {
  if (!isObject(header)) return {};
  const { node, options } = header;
  return { node: typeof node === 'string' ? shortText(node) : undefined, options: readOptionsOf(options) ?? {} };
}

/**
 * Returns from a job's `value` and the `bytes` of its large part what execute() (lib/campaign) would have resolved to,
 * with the `machine`. Writes the folder of a failure into `folder`. Undefined: it is no result.
 */
function received(value, bytes, folder) {
  const result = readResult(value?.result);
  if (!result) return undefined;
  const part = (bytes && unpacked(bytes)) ?? {};
  const machine = shortText(value.machine);
  if (result.titles.length > 0) {
    unpackFolder(part.files, folder);
    makeOutputs(folder);
  }
  const traces = {
    delays: listOf(part.delays).filter(isDelay),
    delayed: [{ header: headerOf(part.header), operations: [] }],
    beginnings: listOf(part.traces).slice(0, BEGINNINGS.processes).map((text) => parseTrace(String(text))),
  };
  return { result, traces, machine };
}

/** Returns the same of a run that no machine could end. */
function givenUp(folder) {
  makeOutputs(folder);
  return { result: { verdict: 'inconclusive', titles: [], ms: 0, delays: 0, hooked: true }, traces: { delayed: [] } };
}

module.exports = { givenUp, partOfFailed, partOfPassed, received };
