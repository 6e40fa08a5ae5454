// Medians and quartiles of measured values.
import { quantileSorted } from 'simple-statistics';

export function summary(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const [low, median, high] = [0.25, 0.5, 0.75].map((part) => quantileSorted(sorted, part));
  return { low, median, high };
}

export const median = (values) => summary(values).median;
export const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** Returns the median and the quartiles of `ratios`, one a round, as "1.03 (1.01 to 1.06)". */
export function ratios(values) {
  const { low, median: middle, high } = summary(values);
  return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** Runs `commands` (name to function) round by round, every other one backwards, so that a drift affects all alike. */
export async function alternate(commands, rounds, note) {
  const results = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    const names = round % 2 ? Object.keys(commands).toReversed() : Object.keys(commands);
    for (const name of names) results[name].push(await commands[name](round));
    process.stderr.write(`${note}: round ${round + 1} of ${rounds}\n`);
  }
  return results;
}
