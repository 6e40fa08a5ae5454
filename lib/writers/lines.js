'use strict';
// Writes a campaign as plain lines, for terminals and logs.
const path = require('node:path');

const { failureMessages } = require('../campaign/outputs/index.js');
const { readOutputs } = require('../campaign/read-outputs.js');
const messages = require('../messages/index.js');
const { plainText } = require('../shown/media.js');

const SHOWN_LINES = 60; // of each output

function outputLines(name, text) {
  const lines = plainText(text).trimEnd().split('\n');
  if (text.trim() === '') return [];
  const shown = lines.slice(-SHOWN_LINES);
  const cut = shown.length < lines.length ? SHOWN_LINES : 0;
  return [messages.outputBegins(name, cut), ...shown];
}

/** Returns the end of the output of the run in `folder`, with a heading; "" if there was none. */
function outputOf(folder) {
  const [stdout, stderr] = readOutputs(folder);
  const lines = [...outputLines('stdout', stdout), ...outputLines('stderr', stderr)];
  return lines.length > 0 ? `${[...lines, messages.outputEnds()].join('\n')}\n` : '';
}

/**
 * Returns a writer (index.js).
 * @param options `out`, the results folder, and `failures`, the folder of kept failures, both as the user should type
 *   them; `cwd`, the folder that they are relative to; `quiet`, to write failures only; `verbose`, to write each order
 *   that cannot happen.
 */
function linesWriter({ out, failures, quiet, verbose, cwd }) {
  const real = path.resolve(cwd, out);
  let shown = false;
  const fileOf = ({ id }) => path.join(failures, `${id}.json`);
  const block = (failure, run) => {
    const told = run && failureMessages(...readOutputs(path.join(real, run.folder)));
    return messages.failureBlock(failure, { run, file: fileOf(failure), message: told?.get(failure.title) });
  };
  const writers = {
    start: ({ campaign }) => `${messages.campaignStarts(campaign)}\n`,
    note: ({ text }) => `${text}\n`,
    baseline({ run, campaign }) {
      if (run.verdict === 'interrupted') return '';
      if (run.verdict === 'passed') return `${messages.baselinePassed(run, campaign)}\n`;
      if (campaign.plain?.goesOn) return `${messages.plainFailed(campaign.plain, campaign)}\n`;
      const text = messages.baselineFailed({ ...run, folder: path.join(out, run.folder) }, campaign.plain);
      return `${outputOf(path.join(real, run.folder))}${text}\n`;
    },
    run: ({ run, campaign }) => `${messages.runLine(run, campaign)}\n`,
    failure({ failure, run }) {
      // Only the first failing run shows its output. The user finds the others in their folders.
      const output = shown ? '' : outputOf(path.join(real, run.folder));
      shown = true;
      return output + `${block(failure, run)}\n`;
    },
    end({ campaign }) {
      if (campaign.state === 'baseline-failed') return '';
      // Each failure was described when it occurred. Later runs have changed its rate, so it is described once more.
      const first = campaign.runs.findIndex(({ titles }) => titles.length > 0);
      const blocks = first + 1 < campaign.runs.length ? campaign.failures.map((failure) => `${block(failure)}\n`) : [];
      const each = verbose ? messages.impossibleLines(campaign.orders ?? {}).map((line) => `${line}\n`) : [];
      return `${blocks.join('')}${messages.summary(campaign)}\n${each.join('')}${messages.resultsIn(out)}\n`;
    },
  };
  const loud = new Set(quiet ? ['failure'] : Object.keys(writers));
  return (event) => {
    const failedBaseline = event.type === 'baseline' && event.run.verdict !== 'passed';
    return loud.has(event.type) || failedBaseline ? writers[event.type](event) : '';
  };
}

module.exports = { linesWriter, outputOf };
