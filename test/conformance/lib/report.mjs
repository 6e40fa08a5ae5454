// The result: JSON for programs, text for people. The text is a view of the JSON.
import { readFileSync } from 'node:fs';

export function modeSummary({ mode, passed, flaky, differing, stale }) {
  const counted = passed + differing.length;
  const refused = differing.filter(({ outcome }) => outcome === 'refused').length;
  return {
    mode,
    counted,
    passed,
    refused,
    percent: percentage(passed, counted),
    percentOfLoaded: percentage(passed, counted - refused),
    explained: differing.filter(({ explained }) => explained).length,
    unsteady: differing.filter(({ kind }) => kind === 'unsteady').length,
    classes: countBy(differing.map(({ outcome }) => outcome)),
    flaky: flaky.sort(),
    stale,
    differing,
  };
}

const percentage = (part, whole) => (whole === 0 ? 100 : Math.floor((part / whole) * 1e4) / 100);

export function countBy(values) {
  const counts = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Returns the failures that a baseline does not have, and the failures of the baseline that pass now. */
export function compare(result, baseline) {
  const changes = {};
  for (const [mode, { differing }] of Object.entries(result.modes)) {
    const before = new Set((baseline.modes[mode]?.differing ?? []).map(({ test }) => test));
    const now = new Set(differing.map(({ test }) => test));
    changes[mode] = {
      worse: [...now].filter((test) => !before.has(test)),
      mended: [...before].filter((test) => !now.has(test) && result.tests.includes(test)),
    };
  }
  return changes;
}

export const readBaseline = (file) => JSON.parse(readFileSync(file, 'utf8'));

export function text(result) {
  const { plain, node, suite, minutes } = result;
  const lines = [
    `Node ${node.version}, suite ${suite}, ${minutes} min${result.interrupted ? ', INTERRUPTED' : ''}`,
    `plain: ${plain.selected} tests, ${counts(plain.outcomes)}; ${plain.skippedByStatusFile} skipped by status files`,
  ];
  for (const mode of Object.values(result.modes)) lines.push('', ...modeLines(mode));
  for (const [mode, change] of Object.entries(result.changes ?? {})) lines.push('', ...changeLines(mode, change));
  return lines.join('\n');
}

function modeLines(mode) {
  const { passed, counted, refused, percent, percentOfLoaded, explained, unsteady, flaky, stale, classes } = mode;
  const { differing } = mode;
  const lines = [
    `mode ${mode.mode}: ${percent} % (${passed} of ${counted} plain-passing tests pass)`,
    `  differing: ${differing.length} (${explained} explained, ${unsteady} unsteady); ${counts(classes) || 'none'}`,
    `  flaky even plainly, left out: ${flaky.length}`,
  ];
  if (refused > 0) lines.push(`  ${percentOfLoaded} % without the ${refused} in which Node lets no addon be loaded`);
  if (stale.length > 0) lines.push(`  expected to differ but pass: ${stale.join(', ')}`);
  return [...lines, ...differing.flatMap(testLines)];
}

function testLines({ test, kind, outcome, seed, knownFlaky, explained, tail = [] }) {
  const remarks = [kind === 'unsteady' && 'unsteady', knownFlaky && 'flaky by its status file', `seed ${seed}`];
  const head = `  ${test}: ${[outcome, ...remarks.filter(Boolean)].join(', ')}`;
  if (explained) return [`${head} (explained: ${explained})`];
  return [head, ...tail.map((line) => `      | ${line}`)];
}

function changeLines(mode, { worse, mended }) {
  return [
    `against the baseline, mode ${mode}: ${worse.length} new, ${mended.length} mended`,
    ...worse.map((test) => `  new     ${test}`),
    ...mended.map((test) => `  mended  ${test}`),
  ];
}

const counts = (object) =>
  Object.entries(object).sort(([, a], [, b]) => b - a).map(([name, count]) => `${count} ${name}`).join(', ');
