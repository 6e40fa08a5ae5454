'use strict';
// The state of a campaign, in the form of campaign.json.
const { version } = require('../../package.json');

/** Returns the state of a campaign that begins with `seed`. */
function describe(context, seed) {
  const { command, commit, cwd, core, values } = context;
  return {
    tool: version,
    state: 'running',
    pid: process.pid,
    started: new Date().toISOString(),
    node: process.version,
    platform: process.platform,
    command,
    cwd,
    commit,
    seed,
    options: core,
    shard: values.shard,
    strict: values.strict || undefined,
    cover: values.cover,
    limits: { time: values.time, ofAll: values.shard && values.runs },
    baseline: undefined,
    plainRuns: [],
    plainErrors: [],
    runs: [],
    failures: [],
    findings: [],
  };
}

/** Returns the titles of failures that a plain run may have. */
function failuresOf({ aside, flaky }) {
  return [...aside, ...flaky.map(({ title }) => title)];
}

module.exports = { describe, failuresOf };
