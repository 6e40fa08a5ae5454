// Makes the table of all projects, as Markdown.
import { median } from 'simple-statistics';
import { costOf } from './pairs.mjs';

const shown = (number) => (Number.isFinite(number) ? number.toFixed(2) : '');
const UNLIKE = '†'; // beside a wall time that compares other work

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

function row(result) {
  const { name, runner, stopped, runs, failures } = result;
  if (stopped) return `| ${name} | ${runner} | | | | ${cell(stopped)} |`;
  const { wall, cpu, isUnlike } = costOf(result);
  const failed = failures.map(({ title, failed: times, of, race }) => {
    return `${cell(title)} (${times} of ${of}${race ? ', pair found' : ''})`;
  });
  return `| ${name} | ${runner} | ${runs?.count ?? ''} | ${shown(wall)}${isUnlike ? UNLIKE : ''} | ${shown(cpu)} | ${failed.join('<br>')} |`;
}

function totalsOf(costs) {
  const all = (key, from = costs) => from.map((cost) => cost[key]).filter(Number.isFinite);
  if (all('wall').length === 0) return [];
  const worst = (key) => shown(Math.max(...all(key)));
  const like = all('wall', costs.filter(({ isUnlike }) => !isUnlike));
  const marked = `${UNLIKE} The two runs of a pair ended with different statuses, so they did not do the same work.`;
  return [
    '', `Median of wall ${shown(median(all('wall')))}, of CPU ${shown(median(all('cpu')))}; worst ${worst('wall')} and ${worst('cpu')}.`,
    ...(like.length < all('wall').length ? ['', marked] : []),
    ...(like.length > 0 && like.length < all('wall').length ? [`Without these: median ${shown(median(like))}, worst ${shown(Math.max(...like))}.`] : []),
  ];
}

/** Returns the table with a line of totals. */
export function table(results) {
  const head = ['| project | runner | runs | wall | CPU | failures |', '| --- | --- | --- | --- | --- | --- |'];
  const costs = results.filter(({ stopped }) => !stopped).map(costOf);
  return [...head, ...results.map(row), ...totalsOf(costs), ''].join('\n');
}
