'use strict';
// Writes the report as one HTML file. It needs no network, opens from file://, and has a narrow and a dark layout.
// Texts of the program under test are escaped here, or set as text by page.js.
const fs = require('node:fs');
const path = require('node:path');
const escapeHtml = require('escape-html');

const { readOutputs } = require('../../campaign/verdict.js');
const messages = require('../../messages/index.js');
const { operationName } = require('../../names/short.js');
const { lanes } = require('../lanes.js');

const MOST_OPERATIONS = 4000; // a browser draws as many without a pause
const OUTPUT_LINES = 80;

function asset(name) {
  return fs.readFileSync(path.join(__dirname, name), 'utf8');
}

// Inside a script element only "<" could end the data.
function embedded(value) {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

// Returns the time of the first operation. The drawing begins there, because a program first loads its modules.
function beginOf(all) {
  const first = all.flatMap(({ operations }) => operations.map(({ decided, t }) => Math.min(decided, t)));
  return first.reduce((least, t) => Math.min(least, t), Infinity);
}

function drawn(traces) {
  const all = lanes(traces);
  const begin = beginOf(all);
  let left = MOST_OPERATIONS;
  return all.map(({ lane, operations }) => {
    const kept = operations.slice(0, left);
    left -= kept.length;
    return {
      lane,
      leftOut: operations.length - kept.length,
      operations: kept.map(({ name, api, phase, site, decided, t, delay, lost }) => {
        const label = operationName({ api, name, phase });
        return { name, label, site, phase, decided: decided - begin, t: t - begin, delay, lost };
      }),
    };
  });
}

function pre(lines) {
  return `<pre>${escapeHtml(lines.join('\n'))}</pre>`;
}

function output(folder) {
  if (!fs.existsSync(path.join(folder, 'stdout'))) return '';
  const parts = readOutputs(folder).map((text) => text.trimEnd().split('\n').slice(-OUTPUT_LINES));
  const shown = parts.flat().join('\n').trim();
  return shown === '' ? '' : `<details><summary>${messages.reportOutput()}</summary>${pre([shown])}</details>`;
}

function failureSection({ failure, race, rate, run, file, folder }, index) {
  const inWords = race ? pre([messages.rateLine(rate), ...messages.raceLines(race, failure.title)])
    : `<p class="note">${escapeHtml(messages.notMinimized(file ?? failure.id))}</p>`;
  return `<section><h2>${escapeHtml(failure.title)}</h2>
<p>${escapeHtml(messages.rate(failure))}</p>
${run?.hang ? pre(messages.hangLines(run.hang)) : ''}${inWords}
${pre(messages.nextCommands(file ?? failure.id, race !== undefined))}
<div class="timeline" data-failure="${index}"></div>
${output(folder)}</section>
`;
}

function page({ campaign, sections, data }) {
  const title = messages.reportTitle(campaign);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${asset('page.css')}</style></head>
<body><header><h1>${escapeHtml(title)}</h1><p>${escapeHtml(messages.summary(campaign)).replaceAll('\n', '<br>')}</p>
<p class="note">${escapeHtml(messages.reportFacts(campaign))}</p></header>
<main>${sections.join('')}</main>
<script type="application/json" id="data">${embedded(data)}</script><script>${asset('page.js')}</script></body></html>
`;
}

function htmlWriter() {
  const sections = [];
  const data = [];
  return (event) => {
    if (event.type === 'failure') {
      sections.push(failureSection(event, data.length));
      const { failing, passing } = event.timelines();
      const raced = event.race ? [event.race.delayed.name, event.race.overtaker.name] : [];
      data.push({ raced, runs: [{ title: 'failing run', lanes: drawn(failing) }, { title: 'passing run', lanes: drawn(passing) }] });
    }
    return event.type === 'end' ? page({ campaign: event.campaign, sections, data }) : '';
  };
}

module.exports = { htmlWriter };
