// Reads the results of `nacd run`. No other file of the benchmarks knows their format.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns how many runs the campaign in this folder took until its first failure; null if none failed. */
export function campaignRuns(folder) {
  const { runs } = JSON.parse(readFileSync(path.join(folder, 'campaign.json'), 'utf8'));
  const first = runs.findIndex(({ verdict }) => verdict !== 'passed');
  return first < 0 ? null : first + 1;
}
