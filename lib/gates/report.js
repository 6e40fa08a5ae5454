'use strict';
// What is told of gates: the one that nobody reached, and the deadlock.
const { isTestRunner } = require('../preload/limits.js');
const { operationName } = require('../messages/operations.js');

const NEAREST = 5;

// "fs.access callback  test/a.js:9:11"
function described({ api, name, phase, site }) {
  const what = operationName({ api, name: name ?? api, phase });
  return site ? `${what}  ${site}` : what;
}

function distance(a, b) {
  let row = [...Array(b.length + 1).keys()];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}

// How far an operation is from what a gate asks for: its API counts most, then its file, then its line.
function farness({ api, file, line }, seen) {
  const [, seenFile, seenLine] = /^(.*?):([0-9]+)/.exec(seen.site) ?? [undefined, '', '0'];
  const otherApi = api === '' || seen.api === api ? 0 : distance(api, seen.api) / Math.max(api.length, seen.api.length);
  const otherFile = file === '' || seenFile.endsWith(file) ? 0 : 0.5;
  const otherLine = line === 0 || otherFile > 0 ? 0.2 : Math.min(0.4, Math.abs(line - Number(seenLine)) / 50);
  return otherApi + otherFile + otherLine;
}

/** The operations that did come and are most like `location`, as lines. */
function nearest(location, seen) {
  const ranked = seen.filter(({ site }) => !isTestRunner(site))
    .map((one) => ({ one, far: farness(location, one) }))
    .sort((a, b) => a.far - b.far);
  const close = ranked.filter(({ far }) => far < 1.2).slice(0, NEAREST);
  const shown = close.length > 0 ? close : ranked.slice(0, NEAREST);
  return shown.map(({ one }) => `    ${described(one)}${one.count > 1 ? `, ${one.count} times` : ''}`);
}

function notCome(location, watch, seen) {
  const came = watch.matched > 0 ? `, ${watch.matched} of the kind came` : '';
  const lines = [`  nothing came to ${location.text}${came}`];
  if (seen.length === 0) return [...lines, '  no operation came at all while the gates were set'];
  return [...lines, '  the nearest that did come:', ...nearest(location, seen)];
}

/** Lines for a gate of a test that has ended; none where all is well. `gate` as set, then what native code tells. */
function unmetLines(gate, { gates, waiting, seen }) {
  const now = gates[gate.id];
  const lines = [];
  const locations = [[gate.where, now.where], [gate.after, now.after]];
  for (const [wanted, watches] of locations) {
    for (const [i, watch] of watches.entries()) if (!watch.met) lines.push(...notCome(wanted[i], watch, seen));
  }
  for (const one of now.refusals) lines.push(`  could not be held: ${described(one)}: ${one.why}`);
  for (const one of waiting.filter(({ gates: at }) => at.includes(gate.id))) {
    if (one.arrived) lines.push(`  still waited when the test ended: ${described(one)}`);
  }
  for (const [i, watch] of now.after.entries()) {
    if (watch.met && !watch.ran) lines.push(`  had been started, but had not run when the test ended: ${gate.after[i].text}`);
  }
  return lines.length > 0 ? [`gate ${gate.label}`, ...lines] : [];
}

// Why what a gate waits for does not come. `here`: what waits at the gate.
function obstacle({ expected }, here, waiting) {
  const behind = expected.some(({ object }) => object !== 0 && here.some((one) => one.object === object));
  if (behind) return "which comes behind it: Node keeps the two in order, and can't make this one";
  const isHeld = ({ name, phase }) => waiting.some((one) => one.arrived && one.name === name && one.phase === phase);
  if (expected.some(isHeld)) return 'which waits at a gate itself';
  if (expected.length > 0) return 'which was started and has not come';
  return 'which was not started: what would start it may be what waits';
}

function awaited(gate, now, here, waiting) {
  if (gate.waitsFor) return [gate.waitsFor];
  if (now.barrier > 0) return [`${now.barrier} operations here`];
  return now.after.filter(({ ran }) => !ran).map((watch) => `${watch.text}, ${obstacle(watch, here, waiting)}`);
}

function gateLines(gate, { gates, waiting, seen }) {
  const now = gates[gate.id];
  if (!now || now.open) return [];
  const here = waiting.filter(({ arrived, gates: at }) => arrived && at.includes(gate.id));
  if (here.length === 0 && gate.where.length > 0) return [];
  const waits = here.map((one) => `  waits     ${described(one)}`);
  if (gate.where.length === 0) waits.push('  waits     the test');
  const unmet = now.after.map((watch, i) => [gate.after[i], watch]).filter(([, { met }]) => !met);
  return [
    `gate ${gate.label}`, ...waits,
    ...awaited(gate, now, here, waiting).map((what) => `  waits for ${what}`),
    ...(unmet.length > 0 ? ['  the nearest that did come:', ...nearest(unmet[0][0], seen)] : []),
  ];
}

/** The report of a deadlock; `gates` are all that are set. */
function deadlockReport(gates, state) {
  const lines = gates.flatMap((gate) => gateLines(gate, state));
  return ['nacd: deadlock: everything that could go on waits at a closed gate', ...lines].join('\n');
}

module.exports = { unmetLines, deadlockReport, nearest };
