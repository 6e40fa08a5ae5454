'use strict';
// Writes the report as one HTML file. It needs no network, opens from file://, and has a narrow and a dark layout.
// Texts of the program under test are made safe by forHtml(), or set as text by page.js.
const fs = require('node:fs');
const path = require('node:path');

const { failureMessages } = require('../../campaign/outputs/index.js');
const { keptOutputs } = require('../../campaign/read-outputs.js');
const messages = require('../../messages/index.js');
const { forHtml, plainText } = require('../../shown/media.js');
const { drawn, packed } = require('./drawn.js');
const { ordersSection } = require('./orders.js');

// A report of many failures stays below one megabyte.
const TIMELINE_BYTES = 500_000;
const OUTPUT_BYTES = 250_000; // of all failures together
const MOST_TIMELINES = 20;
const OUTPUT_LINES = 80;
const LONGEST_OUTPUT = 8000; // of one failure, in characters
const LONGEST_LINE = 300;

function asset(name) {
  return fs.readFileSync(path.join(__dirname, name), 'utf8');
}

function cutLine(line) {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

function pre(lines, name) {
  const text = plainText(lines.join('\n')).split('\n').map(cutLine).join('\n');
  return `<pre${name ? ` class="${name}"` : ''}>${forHtml(text)}</pre>`;
}

function outputDetails(outputs) {
  const shown = outputs.map((text) => plainText(text).trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n')).join('\n').trim();
  if (shown === '') return '';
  return `<details><summary>${messages.reportOutput()}</summary>${pre([shown.slice(-LONGEST_OUTPUT)])}</details>`;
}

function failureSection({ failure, race, rate, run, file }, { index, outputs }) {
  const inWords = rate ? pre(messages.foundLines({ ...failure, race, rate }))
    : `<p class="note">${forHtml(messages.notMinimized(file ?? failure.id))}</p>`;
  const message = messages.messageLines(failureMessages(...outputs).get(failure.title));
  const timeline = index < MOST_TIMELINES ? `<div class="timeline" data-failure="${index}"></div>` : '';
  return `<section><h2>${forHtml(plainText(failure.title).slice(0, LONGEST_LINE))}</h2>
<p>${forHtml(`${messages.classWord(failure.class)}: ${messages.rate(failure)}`)}</p>
${message.length > 0 ? pre(message, 'message') : ''}${run?.hang ? pre(messages.hangLines(run.hang)) : ''}${
  run?.early ? pre(messages.earlyLines(run.early)) : ''}${inWords}
${pre(messages.nextCommands(file ?? failure.id, race !== undefined))}
${timeline}
`;
}

// Adds the outputs to the first sections, as long as there is room.
function joined(sections) {
  let left = OUTPUT_BYTES;
  return sections.map(({ head, details }) => {
    left -= details.length;
    return `${head}${left >= 0 ? details : ''}</section>\n`;
  });
}

function page({ campaign, sections, data }) {
  const title = messages.reportTitle(campaign);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${forHtml(title)}</title><style>${asset('page.css')}</style></head>
<body><header><h1>${forHtml(title)}</h1><p>${forHtml(messages.summary(campaign)).replaceAll('\n', '<br>')}</p>
<p class="note">${forHtml(messages.reportFacts(campaign))}</p></header>
<main>${joined(sections).join('')}${ordersSection(campaign)}</main>
<script type="application/json" id="data">${packed(data, TIMELINE_BYTES)}</script><script>${asset('page.js')}</script></body></html>
`;
}

function timelinesOf(event) {
  const raced = event.race ? [event.race.delayed.name, event.race.overtaker.name] : [];
  const { failing, passing } = event.timelines();
  const runs = [{ title: 'failing run', ...drawn(failing, raced) }, { title: 'passing run', ...drawn(passing, raced) }];
  return { raced, runs };
}

function htmlWriter() {
  const sections = [];
  const data = [];
  return (event) => {
    if (event.type === 'failure') {
      const outputs = keptOutputs(event.folder);
      const head = failureSection(event, { index: sections.length, outputs });
      if (sections.length < MOST_TIMELINES) data.push(timelinesOf(event));
      sections.push({ head, details: outputDetails(outputs) });
    }
    return event.type === 'end' ? page({ campaign: event.campaign, sections, data }) : '';
  };
}

module.exports = { htmlWriter };
