// Measures one race, from the campaign that finds it to the pair that minimize names.
import { Nacd } from './cli.mjs';

const SEARCH = ['-n', '100', '--time', '180', '--quiet'];

function failedOf(stdout) {
  return Number(/^failed ([0-9]+) of/m.exec(stdout)?.[1] ?? 0);
}

async function replays(nacd, file, count) {
  return failedOf((await nacd.run('replay', file, '-n', String(count))).stdout);
}

function placed({ api, name, phase, site }) {
  return `${api ?? name} ${phase} ${site ?? ''}`.trim();
}

// All that minimize says of an operation: of one in a package also the nearest place of the program's own.
function described(operation) {
  const { name, from } = operation;
  return [placed(operation), from && placed(from), name].filter(Boolean).join(' ');
}

// `named`, in race.json, has a pattern for each operation of the true pair. Either of the two may be the delayed one.
function isTrue(race, named) {
  if (!race || !named) return undefined;
  const [one, two] = [race.delayed, race.overtaker].map(described);
  const fits = (first, second) => new RegExp(named[0]).test(first) && new RegExp(named[1]).test(second);
  return fits(one, two) || fits(two, one);
}

async function minimized(nacd, file, { replays: count }, { named }) {
  const { status, stdout, ms } = await nacd.run('minimize', file, '--time', '60');
  const runs = nacd.minimizeRuns();
  if (status !== 0) return { seconds: ms / 1000, minimizeRuns: runs, problem: stdout.trim().split('\n').at(-1) };
  const { delays, from, race, rate } = nacd.kept().schedule;
  return {
    seconds: ms / 1000, minimizeRuns: runs, left: delays.length, from, rate,
    pair: race && [placed(race.delayed), placed(race.overtaker)],
    true: isTrue(race, named),
    minimizedAgain: await replays(nacd, file, count),
  };
}

export async function measureReplay(program, options) {
  const nacd = new Nacd(options);
  try {
    await nacd.run('run', ...SEARCH, '--seed', options.seed, '--', options.node, program.driver);
    const kept = nacd.kept();
    const runs = nacd.campaign().runs.length;
    if (!kept) return { program: program.label, runs, found: false };
    const { strategy } = kept.schedule.options;
    const again = await replays(nacd, kept.file, options.replays);
    const rest = await minimized(nacd, kept.file, options, program.meta);
    return { program: program.label, found: true, runs, strategy, again, of: options.replays, ...rest };
  } finally {
    if (!process.env.KEEP_FOLDERS) nacd.remove();
  }
}
