'use strict';
// Lists what is modelled, by module.
const { inRange } = require('./versions.js');

// "net.Socket" belongs to "net", "stream/web.ReadableStream" to "stream/web".
const moduleOf = ({ moduleName, module }) => module ?? moduleName.split('.')[0];

function entryOf(owner, property) {
  const { name, type, event, timer = false, postponeAction = false, connectedCallbacks = false, reason } = property;
  const more = { ...(event && { event }), ...(reason && { reason }) };
  return { class: owner.moduleName, name, type, timer, postponeAction, connectedCallbacks, ...more };
}

/** Returns [{module, classes, entries: [...], follows: [{class, event, with}]}] for a version of Node, by module. */
function listModules(classes, version) {
  const modules = new Map();
  for (const owner of classes.filter((one) => inRange(one, version))) {
    const module = moduleOf(owner);
    if (!modules.has(module)) modules.set(module, { module, classes: 0, entries: [], follows: [] });
    const found = modules.get(module);
    found.classes++;
    const here = (owner.properties ?? []).filter((property) => inRange(property, version));
    found.entries.push(...here.map((property) => entryOf(owner, property)));
    for (const [source, events] of Object.entries(owner.follows ?? {})) {
      found.follows.push(...events.map((event) => ({ class: owner.moduleName, event, with: source })));
    }
  }
  return [...modules.values()].sort((a, b) => (a.module < b.module ? -1 : 1));
}

const PATTERNS = ['CB', 'RP', 'RO', 'OC', 'OP', 'CO', 'AC', 'SO', 'EV'];

function rowOf({ module, classes, entries, follows }) {
  const counts = PATTERNS.map((pattern) => entries.filter(({ type }) => type.includes(pattern)).length);
  const none = entries.filter(({ type }) => type.length === 0).length;
  return [module, classes, entries.length, ...counts, none, follows.length];
}

function table(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => String(row[i]).length)));
  const cell = (value, i) => (i === 0 ? String(value).padEnd(widths[i]) : String(value || '').padStart(widths[i]));
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** Returns the lines of the table that `nacd model list` prints. */
function moduleTable(modules) {
  const rows = modules.map(rowOf);
  const sum = rows.reduce((total, row) => total.map((value, i) => (i === 0 ? 'all' : value + row[i])), Array(14).fill(0));
  return table([['module', 'classes', 'entries', ...PATTERNS, 'none', 'events that follow'], ...rows, sum]);
}

const whyOf = ({ timer, postponeAction, reason }) =>
  [timer && 'with --timers', postponeAction && 'the call too', reason].filter(Boolean).join('; ');

/** Returns the lines for one module, one per entry. */
function entryTable({ entries, follows }) {
  const rows = entries.map((entry) => [`${entry.class}.${entry.event ?? entry.name}`, entry.type.join(' ') || '-', whyOf(entry)]);
  const events = follows.map((one) => [`${one.class}.${one.event}`, 'event', `comes with ${one.with}`]);
  const all = [...rows, ...events];
  const widths = [0, 1].map((i) => Math.max(...all.map((row) => row[i].length)));
  return all.map(([name, type, why]) => `${name.padEnd(widths[0])}  ${type.padEnd(widths[1])}  ${why}`.trimEnd());
}

module.exports = { listModules, moduleTable, entryTable };
