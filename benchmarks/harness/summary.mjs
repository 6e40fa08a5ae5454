// Summarizes single runs as in tables 1 to 3 of the NACD paper: ratio, runs until the first failure, overhead.
import { mean, median, quantile } from 'simple-statistics';

export function summarize(runs, { tools }) {
  const labels = [...new Set(runs.map(({ program }) => program))];
  const cells = labels.flatMap((label) => {
    const own = runs.filter(({ program }) => program === label);
    const plain = costs(own.filter(({ tool }) => tool === 'plain'));
    return tools.map((tool) => {
      const results = own.filter((run) => run.tool === tool.name);
      return cell({ program: label, racy: own[0].racy, tool, results, plain });
    });
  });
  return { cells, overall: tools.map((tool) => overall(tool, cells)), sound: isSound(cells) };
}

function cell({ program, racy, tool, results, plain }) {
  const count = (verdict) => results.filter((run) => run.verdict === verdict).length;
  const raced = count('race');
  const n = results.length;
  const gaps = tool.campaign ? results.flatMap(({ runs }) => runs ?? []) : gapsBetweenRaces(results);
  const cost = costs(results);
  const ratio = raced / n;
  return {
    ...{ program, racy, tool: tool.name, campaign: Boolean(tool.campaign), n, raced, ratio },
    interval: wilson(raced, n),
    broken: count('broken') + count('timeout'),
    said: results.find(({ verdict }) => verdict === 'broken' || verdict === 'timeout')?.said,
    runsUntilFirst: gaps.length ? { median: median(gaps), mean: mean(gaps), spread: spread(gaps) } : null,
    ...cost,
    relativeWall: cost.wall / plain.wall,
    relativeCpu: cost.cpu / plain.cpu,
    // A campaign ends at its first failure, so its duration is the time. For single runs the time is an expected value.
    timeToFirst: raced ? cost.wall / (tool.campaign ? 1 : ratio) : null,
  };
}

function costs(results) {
  const wall = results.map((run) => run.wall);
  const cpu = results.map((run) => run.cpu).filter((value) => value !== null);
  const middle = (values) => (values.length ? median(values) : NaN);
  return { wall: middle(wall), wallSpread: spread(wall), cpu: middle(cpu), cpuSpread: spread(cpu) };
}

const spread = (values) => (values.length ? [quantile(values, 0.25), quantile(values, 0.75)] : null);

/** Returns how many runs each race took. Runs after the last race are left out. */
export function gapsBetweenRaces(results) {
  const gaps = [];
  let gap = 0;
  for (const { verdict } of results) {
    gap++;
    if (verdict !== 'race') continue;
    gaps.push(gap);
    gap = 0;
  }
  return gaps;
}

/** Returns the 95 % confidence interval of k / n by Wilson's score, which is also right for 0 of n and n of n. */
export function wilson(k, n, z = 1.96) {
  if (!n) return [0, 1];
  const p = k / n;
  const centre = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

function overall(tool, cells) {
  const own = cells.filter((each) => each.tool === tool.name);
  const races = own.filter(({ racy }) => racy);
  const free = own.filter(({ racy }) => !racy);
  const middle = (values) => (values.length ? median(values) : null);
  const means = races.flatMap(({ runsUntilFirst }) => runsUntilFirst?.mean ?? []);
  return {
    tool: tool.name,
    races: races.length,
    found: races.filter(({ raced }) => raced).length,
    always: races.filter(({ raced, n }) => raced === n).length,
    medianRatio: middle(races.map(({ ratio }) => ratio)),
    meanRunsUntilFirst: means.length ? mean(means) : null,
    relativeWall: middle(races.map(({ relativeWall }) => relativeWall)),
    relativeCpu: middle(races.map(({ relativeCpu }) => relativeCpu)),
    timeToFirst: middle(races.map(({ timeToFirst }) => timeToFirst ?? Infinity)),
    falseAlarms: free.reduce((sum, { raced }) => sum + raced, 0),
    freeRuns: free.reduce((sum, { n }) => sum + n, 0),
    broken: own.reduce((sum, { broken }) => sum + broken, 0),
  };
}

// On plain node no program may fail. A race-free program may not fail with any tool of this package.
function isSound(cells) {
  return cells.every(({ racy, tool, raced, broken }) => {
    if (tool === 'plain') return raced + broken === 0;
    const ours = tool.startsWith('nacd-native') || tool.startsWith('campaign');
    return !ours || racy || raced + broken === 0;
  });
}
