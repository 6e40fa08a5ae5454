'use strict';
// Writes requests.json, the results of `nacd requests` for programs and for the other formats.
const path = require('node:path');

const { writeWhole } = require('../files/disk.js');

const FORMAT = 1;
const fileOf = (out) => path.join(out, 'requests.json');

/** Writes requests.json into the results folder. */
function writeReport(context, { found, content, summary }) {
  const { command, cwd, out } = context;
  const { candidates, ...more } = found ?? {};
  const report = {
    format: FORMAT, kind: 'requests', command, cwd, node: process.version, recorded: content,
    found: { ...more, candidates: candidates?.length },
    ...summary, ms: Math.round(summary.ms),
  };
  writeWhole(fileOf(out), `${JSON.stringify(report, null, 1)}\n`);
}

module.exports = { writeReport, fileOf, FORMAT };
