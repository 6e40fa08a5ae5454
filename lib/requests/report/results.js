'use strict';
// Writes requests.json, the results of `nacd requests` for programs and for the other formats.
const fs = require('node:fs');
const path = require('node:path');

const { UserError } = require('../../errors/index.js');
const { problemOfFormat } = require('../../files/checks.js');
const { writeWhole } = require('../../files/disk.js');
const { readJson } = require('../../files/store.js');
const messages = require('../../messages/index.js');
const shapes = require('./shape.js');

const FORMAT = 1;
const fileOf = (out) => path.join(out, 'requests.json');

/** Writes requests.json into the results folder. */
function writeReport(context, { found, content, summary }) {
  const { command, cwd, out } = context;
  const { candidates, ...more } = found ?? {};
  const report = {
    format: FORMAT, kind: 'requests', command, cwd, node: process.version, recorded: content,
    found: { ...more, candidates: candidates?.length },
    ...summary, problem: summary.problem?.message, ms: Math.round(summary.ms),
  };
  writeWhole(fileOf(out), `${JSON.stringify(report, null, 1)}\n`); // it has the bodies of answers
}

const timeOf = (file) => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -1;

/** Returns the object in requests.json if it is later than the results of a campaign in `folder`, else undefined. */
function latestReport(folder) {
  if (timeOf(fileOf(folder)) <= timeOf(path.join(folder, 'campaign.json'))) return undefined;
  const file = fileOf(folder);
  const report = readJson(file);
  const problem = problemOfFormat(report, FORMAT) ?? shapes.report(report, '');
  if (problem) throw new UserError(messages.badResults(file, problem));
  return report;
}

module.exports = { writeReport, latestReport };
