'use strict';
// Draws the bad order of a race over services: a lane for each process, messages as arrows, the two requests in two
// colours, from top to bottom in order of time.
const { forHtml, plainText } = require('../../shown/media.js');

const LANE = 260;
const ROW = 26;
const HEAD = 34;
const LEFT = 130; // of the first lane: requests come from outside there
const TEXT = 34; // characters beside an operation

const STYLE = `
.sequence { overflow-x: auto; } .sequence svg { font: 12px system-ui, sans-serif; }
.sequence text { fill: currentColor; } .sequence .lane { stroke: #98a4b3; stroke-dasharray: 3 3; }
.sequence .A { color: #0969da; } .sequence .B { color: #bc4c00; } .sequence .of { color: #6b7785; }
.sequence line { stroke: currentColor; stroke-width: 1.5; } .sequence .answer line { stroke-dasharray: 5 3; }
.sequence circle, .sequence path { fill: currentColor; }
@media (prefers-color-scheme: dark) { .sequence .A { color: #58a6ff; } .sequence .B { color: #ffa657; }
  .sequence .of { color: #93a1b1; } }`;

const cut = (text) => (text.length > TEXT ? `${text.slice(0, TEXT - 1)}…` : text);
const short = (text) => cut(plainText(text)); // half a secret is not known as one

const classOf = ({ who = 'of', isAnswer }) => (isAnswer ? `${who} answer` : who);
const lettered = ({ who, text }) => (who === undefined ? text : `${who}: ${text}`);

function operation(step, x, y) {
  return `<g class="${classOf(step)}"><title>${forHtml(step.text)} ${forHtml(step.site)}</title><circle cx="${x}" cy="${y}" r="5"/>`
    + `<text x="${x + 10}" y="${y + 4}">${forHtml(short(lettered(step)))}</text></g>`;
}

// A process may call itself.
function arrow(step, from, to, y) {
  const end = from === to ? to + 40 : to;
  const sign = end >= from ? -1 : 1;
  const middle = (from + end) / 2;
  return `<g class="${classOf(step)}"><title>${forHtml(step.text)}</title><line x1="${from}" y1="${y}" x2="${end}" y2="${y}"/>`
    + `<path d="M${end} ${y}l${sign * 8} -4v8z"/>`
    + `<text x="${middle}" y="${y - 4}" text-anchor="middle">${forHtml(short(lettered(step)))}</text></g>`;
}

/** Returns the drawing of `sequence`, {lanes, steps} as in requests.json; '' if there is none. */
function drawn(sequence) {
  if (sequence === undefined) return '';
  const shown = sequence.steps.filter(({ kind }) => kind !== 'request');
  const place = new Map(sequence.lanes.map((lane, index) => [lane, LEFT + index * LANE]));
  const height = HEAD + (shown.length + 1) * ROW;
  const width = LEFT + sequence.lanes.length * LANE;
  const lanes = sequence.lanes.map((lane) => `<text x="${place.get(lane)}" y="16" text-anchor="middle">${forHtml(lane)}</text>`
    + `<line class="lane" x1="${place.get(lane)}" y1="24" x2="${place.get(lane)}" y2="${height}"/>`);
  const steps = shown.map((step, index) => {
    const y = HEAD + (index + 1) * ROW;
    if (step.kind === 'operation') return operation(step, place.get(step.lane), y);
    return arrow(step, place.get(step.from) ?? 8, place.get(step.to), y);
  });
  return `<div class="sequence"><svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" `
    + `aria-label="operations and messages in ${sequence.lanes.length} processes">\n${[...lanes, ...steps].join('\n')}</svg></div>`;
}

module.exports = { STYLE, drawn };
