'use strict';
// Describes gates that no operation reached, and deadlocks.
const { PHASES } = require('../names/location.js');
const { readName } = require('../names/name.js');
const { operationName } = require('../names/short.js');
const { isTestRunner } = require('../options/test-process.js');

const NEAREST = 5;
const SITE = /^(.*?):([0-9]+)/;
const NEAREST_HEAD = '  nearest operations that occurred:';

// "fs.access callback  test/a.js:9:11"
function described({ api, name, phase, site }) {
  const what = operationName({ api, name: name ?? api, phase });
  return site ? `${what}  ${site}` : what;
}

// The number of letters to insert, remove or replace (Levenshtein).
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

// Returns what a gate asks for, {apis, file, line, phases}. Of what goes on inside a call these are the call's, and its
// own API as well: "connect" of "http.get@pool.js#1/connect#1/ready#2".
function wantedBy({ api, file, line, name, tail, phases }) {
  const { api: caller, site = '', tail: end = '' } = name === '' ? { tail } : readName(name);
  const [, path, row] = SITE.exec(site) ?? [undefined, file, line];
  const own = /^\/([^#]+)/.exec(end)?.[1];
  return { apis: [caller ?? api, own].filter((one) => one !== undefined), file: path, line: Number(row), phases };
}

const apiDistance = (api, seen) => (api === '' || seen === api ? 0 : distance(api, seen) / Math.max(api.length, seen.length));

// Returns how far an operation is from what a gate asks for: its API counts most, then file, line and phase.
function farness({ apis, file, line, phases }, seen) {
  const [, seenFile, seenLine] = SITE.exec(seen.site) ?? [undefined, '', '0'];
  const otherApi = Math.min(...apis.map((api) => apiDistance(api, seen.api)));
  const otherFile = file === '' || seenFile.endsWith(file) ? 0 : 0.5;
  const otherLine = line === 0 || otherFile > 0 ? 0.2 : Math.min(0.4, Math.abs(line - Number(seenLine)) / 50);
  const otherPhase = phases !== 0 && (phases & (1 << PHASES.indexOf(seen.phase))) === 0 ? 0.1 : 0;
  return otherApi + otherFile + otherLine + otherPhase;
}

/** Returns lines that name the operations of `seen` that are most like `location`. */
function nearest(location, seen) {
  const wanted = wantedBy(location);
  const ranked = seen.filter(({ site }) => !isTestRunner(site))
    .map((one) => ({ one, far: farness(wanted, one) }))
    .sort((a, b) => a.far - b.far);
  const close = ranked.filter(({ far }) => far < 1.2).slice(0, NEAREST);
  const shown = close.length > 0 ? close : ranked.slice(0, NEAREST);
  return shown.map(({ one }) => `    ${described(one)}${one.count > 1 ? `, ${one.count} times` : ''}`);
}

function unmatchedLines(location, watch, seen) {
  const others = watch.matched > 0 ? ` (${watch.matched} matched all but its count)` : '';
  const lines = [`  no operation matched ${location.text}${others}`];
  if (seen.length === 0) return [...lines, '  no operation occurred while the gates were set'];
  return [...lines, NEAREST_HEAD, ...nearest(location, seen)];
}

/**
 * Returns the faults of a gate whose test has ended, as lines; an empty array if there are none. `gate` is as
 * GateSet.add() made it, and the second argument is the native state.
 */
function unmetLines(gate, { gates, waiting, seen }) {
  const now = gates[gate.id];
  const lines = [];
  const locations = [[gate.where, now.where], [gate.after, now.after]];
  for (const [wanted, watches] of locations) {
    for (const [i, watch] of watches.entries()) if (!watch.met) lines.push(...unmatchedLines(wanted[i], watch, seen));
  }
  for (const one of now.refusals) lines.push(`  could not be held: ${described(one)}: ${one.why}`);
  for (const one of waiting.filter(({ gates: at }) => at.includes(gate.id))) {
    if (one.arrived) lines.push(`  was still held when the test ended: ${described(one)}`);
  }
  for (const [i, watch] of now.after.entries()) {
    if (watch.met && !watch.ran) lines.push(`  was started, but had not run when the test ended: ${gate.after[i].text}`);
  }
  return lines.length > 0 ? [`gate ${gate.label}`, ...lines] : [];
}

// Returns the reason why an operation that a gate waits for does not run. `here` are the operations held at the gate.
function obstacle({ expected }, here, waiting) {
  const behind = expected.some(({ object }) => object !== 0 && here.some((one) => one.object === object));
  if (behind) return 'which comes after the held operation: Node always keeps this order, so the gate cannot open';
  const isHeld = ({ name, phase }) => waiting.some((one) => one.arrived && one.name === name && one.phase === phase);
  if (expected.some(isHeld)) return 'which is held at a gate itself';
  if (expected.length > 0) return 'which was started but has not run';
  return 'which was not started: the held operation may be the one that would start it';
}

function awaited(gate, now, here, waiting) {
  if (gate.waitsFor) return [gate.waitsFor];
  if (now.barrier > 0) return [`${now.barrier} operations at this barrier`];
  return now.after.filter(({ ran }) => !ran).map((watch) => `${watch.text}, ${obstacle(watch, here, waiting)}`);
}

function gateLines(gate, { gates, waiting, seen }) {
  const now = gates[gate.id];
  if (!now || now.open) return [];
  const here = waiting.filter(({ arrived, gates: at }) => arrived && at.includes(gate.id));
  if (here.length === 0 && gate.where.length > 0) return [];
  const waits = here.map((one) => `  held      ${described(one)}`);
  if (gate.where.length === 0) waits.push('  held      the test');
  const unmet = now.after.map((watch, i) => [gate.after[i], watch]).filter(([, { met }]) => !met);
  return [
    `gate ${gate.label}`, ...waits,
    ...awaited(gate, now, here, waiting).map((what) => `  waits for ${what}`),
    ...(unmet.length > 0 ? [NEAREST_HEAD, ...nearest(unmet[0][0], seen)] : []),
  ];
}

/** Returns the report of a deadlock. `gates` are all gates that are set, `state` is the native state. */
function deadlockReport(gates, state) {
  const lines = gates.flatMap((gate) => gateLines(gate, state));
  return ['nacd: deadlock: every operation that could continue is held at a closed gate', ...lines].join('\n');
}

module.exports = { unmetLines, deadlockReport, nearest };
