// Makes the table of all projects, as Markdown.
import { costOf } from './pairs.mjs';

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
const shown = (number) => (Number.isFinite(number) ? number.toFixed(2) : '');

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

function row(result) {
  const { name, runner, stopped, runs, failures } = result;
  if (stopped) return `| ${name} | ${runner} | | | | ${cell(stopped)} |`;
  const { wall, cpu } = costOf(result);
  const failed = failures.map(({ title, failed: times, of, race }) => {
    return `${cell(title)} (${times} of ${of}${race ? ', pair found' : ''})`;
  });
  return `| ${name} | ${runner} | ${runs?.count ?? ''} | ${shown(wall)} | ${shown(cpu)} | ${failed.join('<br>')} |`;
}

/** Returns the table with a line of totals. */
export function table(results) {
  const head = ['| project | runner | runs | wall | CPU | failures |', '| --- | --- | --- | --- | --- | --- |'];
  const costs = results.filter(({ stopped }) => !stopped).map(costOf);
  const all = (key) => costs.map((cost) => cost[key]).filter(Number.isFinite);
  const worst = (key) => shown(Math.max(...all(key)));
  const totals = all('wall').length
    ? `\nMedian of wall ${shown(median(all('wall')))}, of CPU ${shown(median(all('cpu')))}; worst ${worst('wall')} and ${worst('cpu')}.\n`
    : '';
  return `${[...head, ...results.map(row)].join('\n')}\n${totals}`;
}
