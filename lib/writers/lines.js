'use strict';
// A campaign as plain lines, for terminals and logs. With `quiet` only what went wrong.
const path = require('node:path');

const { readOutputs } = require('../campaign/verdict.js');
const messages = require('../messages/index.js');

const SHOWN_LINES = 60;

function outputLines(name, text) {
  const lines = text.trimEnd().split('\n');
  if (text.trim() === '') return [];
  const shown = lines.slice(-SHOWN_LINES);
  const cut = shown.length < lines.length ? SHOWN_LINES : 0;
  return [messages.outputBegins(name, cut), ...shown];
}

function outputOf(folder) {
  const [stdout, stderr] = readOutputs(folder);
  const lines = [...outputLines('stdout', stdout), ...outputLines('stderr', stderr)];
  return lines.length > 0 ? `${[...lines, messages.outputEnds()].join('\n')}\n` : '';
}

/** `out` is the results folder, `failures` the folder of kept failures, both as the user should type them. */
function linesWriter({ out, failures, quiet, cwd }) {
  const real = path.resolve(cwd, out);
  let shown = false;
  const fileOf = ({ id }) => path.join(failures, `${id}.json`);
  const block = (failure, run) => messages.failureBlock(failure, { run, file: fileOf(failure) });
  const writers = {
    start: ({ campaign }) => `${messages.campaignStarts(campaign)}\n`,
    note: ({ text }) => `${text}\n`,
    baseline({ run, campaign }) {
      if (run.verdict === 'interrupted') return '';
      if (run.verdict === 'passed') return `${messages.baselinePassed(run, campaign)}\n`;
      const text = messages.baselineFailed({ ...run, folder: path.join(out, run.folder) });
      return `${outputOf(path.join(real, run.folder))}${text}\n`;
    },
    run: ({ run, campaign }) => `${messages.runLine(run, campaign)}\n`,
    failure({ failure, run }) {
      // One output is read, a second would be scrolled over: it is in the folder.
      const output = shown ? '' : outputOf(path.join(real, run.folder));
      shown = true;
      return output + `${block(failure, run)}\n`;
    },
    end({ campaign }) {
      if (campaign.state === 'baseline-failed') return '';
      // Told when it came; once more if the rate was not final then.
      const first = campaign.runs.findIndex(({ titles }) => titles.length > 0);
      const blocks = first + 1 < campaign.runs.length ? campaign.failures.map((failure) => `${block(failure)}\n`) : [];
      return `${blocks.join('')}${messages.summary(campaign)}\n${messages.resultsIn(out)}\n`;
    },
  };
  const loud = new Set(quiet ? ['failure'] : Object.keys(writers));
  return (event) => {
    const failedBaseline = event.type === 'baseline' && event.run.verdict !== 'passed';
    return loud.has(event.type) || failedBaseline ? writers[event.type](event) : '';
  };
}

module.exports = { linesWriter, outputOf };
