'use strict';
// Texts of the reports, except the race itself (minimize.js).
const { commandLine, plural, shellWord } = require('./words.js');

const STATES = {
  done: 'the campaign ended', interrupted: 'the campaign was interrupted', killed: 'the campaign was killed',
  running: 'the campaign is still running', broken: 'the campaign stopped with an error',
  incomplete: 'parts of the campaign are missing', 'baseline-failed': 'the command fails even without delays',
};

// The word race is for failures in one of two orders alone.
const WORDS = { order: 'race', 'time-limit': 'limit of time', flaky: 'flaky', 'not-clear': 'failure' };

module.exports = {
  endsBadly: (campaign) => STATES[campaign.state] ?? campaign.state,
  reportTitle: (campaign) => `nacd: ${commandLine(campaign.command)}`,
  reportFacts: (campaign) => [STATES[campaign.state] ?? campaign.state, `Node ${campaign.node}`, campaign.platform,
    `seeds from ${campaign.seed}`, plural(campaign.runs.length, 'run'), campaign.started].join(', '),
  reportOutput: () => 'output of the failing run',
  notMinimized: (file) => `not minimized yet: "npx nacd minimize ${shellWord(file)}" finds what the delays change`,
  classWord: (is) => WORDS[is] ?? WORDS['not-clear'],
  reportWritten: (file) => `report: ${file}`,
};
