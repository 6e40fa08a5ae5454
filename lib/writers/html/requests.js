'use strict';
// Writes request races as one page: for each race the operations of both requests in two lanes, over services also a
// lane for each of these, and the answers and the state beside both serial orders.
const { plainWords } = require('../../analysis/new-word.js');
const messages = require('../../messages/index.js');
const { commandLine } = require('../../messages/words.js');
const { forHtml: html } = require('../../shown/media.js');
const { drawn, STYLE: SEQUENCE_STYLE } = require('./sequence.js');

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1c2430; }
section { border: 1px solid #d5dbe3; border-radius: 6px; padding: 0 1.2rem 1rem; margin: 1.5rem 0; }
h2 { font-size: 1.1rem; } table { border-collapse: collapse; width: 100%; margin: .6rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #e6eaef; }
code { font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.lanes td { width: 50%; } .site { color: #5c6b7d; font-size: 12px; } .lost code { font-weight: 700; }
.differs { background: #fdecea; } .plain { color: #5c6b7d; }
@media (prefers-color-scheme: dark) { body { background: #12171e; color: #dde4ec; } section, th, td { border-color: #2c3642; }
  .differs { background: #4a2020; } .site, .plain { color: #93a1b1; } }`;

const jsonOf = (value) => (value === undefined ? '' : JSON.stringify(value));

// A lost update is B's last write, which A overwrites. In all other cases A's held write comes after B's work.
function lostIndex({ operations, loss }) {
  const who = loss.kind === 'lost update' || loss.state?.kind === 'lost update' ? 'B' : 'A';
  return operations.findLastIndex((one) => one.who === who && one.writes);
}

function lanes(race) {
  const lost = lostIndex(race);
  const rows = race.operations.map(({ who, statement, site, failed }, index) => {
    const cell = `<td${index === lost ? ' class="lost"' : ''}><code>${html(statement)}</code>`
      + `${failed ? ` <b>${html(failed)}</b>` : ''}<div class="site">${html(site)}</div></td>`;
    return `<tr>${who === 'A' ? `${cell}<td></td>` : `<td></td>${cell}`}</tr>`;
  });
  return `<table class="lanes"><tr><th>A: ${html(race.handlers.A)}</th><th>B: ${html(race.handlers.B)}</th></tr>\n${rows.join('\n')}</table>`;
}

const cell = (text, differs) => `<td${differs ? ' class="differs"' : ''}><code>${html(plainWords(text))}</code></td>`;

function compared(name, { forced, AB, BA }) {
  const differs = forced !== AB && forced !== BA;
  return `<tr><th>${html(name)}</th>${cell(forced, differs)}${cell(AB)}${cell(BA)}</tr>`;
}

function answerRows({ statuses, bodies }) {
  return ['A', 'B'].map((who) => {
    const text = (order) => `${statuses[order][who] ?? 'none'} ${jsonOf(bodies[order][who])}`;
    return compared(`answer to ${who}`, { forced: text('forced'), AB: text('AB'), BA: text('BA') });
  });
}

const stateRows = ({ state }) => state.map(({ table, forced, AB, BA }) => {
  const text = (rows = []) => rows.join('\n');
  return compared(`rows of ${table}`, { forced: text(forced), AB: text(AB), BA: text(BA) });
});

// Lines of tests, where these run in the server's process.
function sentBy({ from = {} }) {
  const senders = Object.entries(from).filter(([, site]) => site !== undefined)
    .map(([who, site]) => `${who} <code>${html(site)}</code>`);
  return senders.length === 0 ? '' : `<p class="plain">sent by ${senders.join(', ')}</p>\n`;
}

function raceSection(race) {
  return `<section id="${html(race.id)}"><h2>${html(race.title)}</h2>
<p class="plain">proved ${race.agree} of ${race.of}; pattern ${html(race.pattern)}; transaction: ${html(race.transaction ?? 'none')}</p>
${sentBy(race)}${drawn(race.sequence)}
${lanes(race)}
<table><tr><th></th><th>this order</th><th>A, then B</th><th>B, then A</th></tr>
${[...answerRows(race), ...stateRows(race)].join('\n')}</table>
<p><code>npx nacd replay ${html(race.file)}</code></p></section>`;
}

function othersTable(others) {
  if (others.length === 0) return '';
  const rows = others.map((proof) => `<tr><td>${html([...new Set(Object.values(proof.handlers))].join(' and '))}</td>`
    + `<td>${html(proof.table)}</td><td>${html(messages.verdictText(proof))}</td></tr>`);
  return `<h2>Candidates that are no races</h2><table><tr><th>requests</th><th>table</th><th>result</th></tr>\n${rows.join('\n')}</table>`;
}

/** Returns the page of a report (requests.json). */
function htmlOf(report) {
  const title = `${report.races.length === 1 ? '1 request race' : `${report.races.length} request races`}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${STYLE}${SEQUENCE_STYLE}</style></head><body>
<h1>${title}</h1><p class="plain"><code>${html(commandLine(report.command))}</code></p>
<p>${html(messages.requestsSummary(report)).replaceAll('\n', '<br>')}</p>
${report.races.map(raceSection).join('\n')}
${othersTable(report.others)}
</body></html>
`;
}

module.exports = { htmlOf };
