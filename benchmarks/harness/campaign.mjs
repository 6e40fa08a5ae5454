// The one place that knows how `nacd run` writes down what it found.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** How many runs the campaign in this folder took until its first failure, or null if it saw none. */
export function campaignRuns(folder) {
  const { runs } = JSON.parse(readFileSync(path.join(folder, 'campaign.json'), 'utf8'));
  const first = runs.findIndex(({ verdict }) => verdict !== 'passed');
  return first < 0 ? null : first + 1;
}
