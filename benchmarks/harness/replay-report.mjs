// Summarizes the measurements of replay and minimize, and compares them with their goals.
import Table from 'cli-table3';
import { max, median, min } from 'simple-statistics';

const GOALS = { median: 19 / 20, least: 15 / 20, left: 2, seconds: 60 };

export function summarizeReplay(results) {
  const found = results.filter((result) => result.found);
  const shares = found.map(({ again, of }) => again / of);
  const minimized = found.filter(({ left }) => left !== undefined);
  const judged = minimized.filter((result) => result.true !== undefined);
  if (minimized.length === 0) return { found: found.length, of: results.length, reached: false };
  const times = minimized.map(({ seconds }) => seconds);
  const summary = {
    found: found.length, of: results.length,
    again: { median: median(shares), least: min(shares) },
    minimized: minimized.length,
    left: median(minimized.map(({ left }) => left)),
    seconds: { median: median(times), most: max(times) },
    runs: median(minimized.map(({ minimizeRuns }) => minimizeRuns)),
    againOfAll: shares.filter((share) => share >= GOALS.median).length,
    minimizedAgain: median(minimized.map(({ minimizedAgain, of }) => minimizedAgain / of)),
    true: judged.filter((result) => result.true).length, judged: judged.length,
  };
  const { again, left, seconds } = summary;
  const reached = again.median >= GOALS.median && again.least >= GOALS.least && left <= GOALS.left
    && seconds.median <= GOALS.seconds && summary.true === summary.judged;
  return { ...summary, reached };
}

export function printReplayTable(results, summary) {
  const table = new Table({
    head: ['race', 'found in run', 'strategy', 'again', 'delays', 'seconds', 'runs', 'small one', 'pair'],
    style: { compact: true, head: [], border: [] },
  });
  for (const result of results) table.push(row(result));
  console.log(table.toString());
  console.log(JSON.stringify(summary, null, 2));
}

function row(result) {
  const { program, runs, found, strategy, again, of, left, from, seconds, pair, problem } = result;
  const { minimizeRuns, minimizedAgain } = result;
  if (!found) return [program, `not in ${runs}`, '', '', '', '', '', '', ''];
  const start = [program, runs, strategy, `${again}/${of}`];
  if (problem) return [...start, '', seconds.toFixed(0), minimizeRuns, '', problem];
  const verdict = result.true === undefined ? 'not judged' : result.true ? 'true' : 'WRONG';
  const named = pair ? `${verdict}: ${pair.join(' | ')}` : 'none';
  return [...start, `${left} of ${from}`, seconds.toFixed(0), minimizeRuns, `${minimizedAgain}/${of}`, named];
}
