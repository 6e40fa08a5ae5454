// Makes the table of all projects, as Markdown.

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
const ratio = (one, other) => (one.length && other.length ? median(one) / median(other) : NaN);
const shown = (number) => (Number.isFinite(number) ? number.toFixed(2) : '');

/** Returns {wall, cpu}: the medians of runs with delays, divided by those of plain runs; NaN without any. */
export function costOf({ plain = [], delayed = [] }) {
  const whole = (list) => list.filter(({ late }) => !late);
  const of = (list, key) => whole(list).map((run) => run[key]).filter(Number.isFinite);
  return { wall: ratio(of(delayed, 'wall'), of(plain, 'wall')), cpu: ratio(of(delayed, 'cpu'), of(plain, 'cpu')) };
}

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');

function row(result) {
  const { name, runner, stopped, runs, failures } = result;
  if (stopped) return `| ${name} | ${runner} | | | | ${cell(stopped)} |`;
  const { wall, cpu } = costOf(result);
  const failed = failures.map(({ title, failed: times, of, race }) => {
    return `${cell(title)} (${times} of ${of}${race ? ', pair found' : ''})`;
  });
  return `| ${name} | ${runner} | ${runs.count} | ${shown(wall)} | ${shown(cpu)} | ${failed.join('<br>')} |`;
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
