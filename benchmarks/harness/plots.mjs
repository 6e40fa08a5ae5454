// Draws figures like 14 to 16 of the NACD paper: how often a race is found, how soon, and at what cost.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

export async function writePlots({ cells }, folder) {
  const races = cells.filter(({ racy }) => racy);
  const found = races.filter(({ tool }) => tool !== 'plain');
  if (found.length) {
    save(path.join(folder, 'ratio.svg'), ratios(found));
    save(path.join(folder, 'time-to-first-failure.svg'), times(found.filter(({ timeToFirst }) => timeToFirst)));
  }
  if (races.length) save(path.join(folder, 'overhead.svg'), overhead(races));
}

function ratios(cells) {
  return draw(cells, {
    x: { label: 'share of runs that show the race, with its 95 % interval →', domain: [0, 1], grid: true },
    marks: [
      Plot.ruleY(cells, { y: 'tool', x1: (d) => d.interval[0], x2: (d) => d.interval[1], fy: 'program', stroke: 'tool' }),
      Plot.dot(cells, { y: 'tool', x: 'ratio', fy: 'program', fill: 'tool' }),
    ],
  });
}

function times(cells) {
  return draw(cells, {
    x: { label: 'seconds until the race shows: time of a run over ratio →', type: 'log', grid: true },
    marks: [Plot.dot(cells, { y: 'tool', x: (d) => d.timeToFirst / 1000, fy: 'program', fill: 'tool' })],
  });
}

function overhead(cells) {
  const rows = cells.flatMap((cell) => [
    { tool: cell.tool, what: 'time', value: cell.relativeWall },
    { tool: cell.tool, what: 'CPU', value: cell.relativeCpu },
  ]);
  return Plot.plot({
    ...size(rows.length ? new Set(cells.map(({ tool }) => tool)).size * 2 : 2),
    x: { label: 'of a run, relative to plain node →', type: 'log', grid: true },
    y: { label: null },
    fy: { label: null },
    marks: [Plot.ruleX([1]), Plot.boxX(rows.filter(({ value }) => value > 0), { x: 'value', y: 'tool', fy: 'what' })],
  });
}

// Draws a band for each race, and in it a line for each tool.
function draw(cells, spec) {
  const programs = new Set(cells.map(({ program }) => program)).size;
  const tools = new Set(cells.map(({ tool }) => tool)).size;
  return Plot.plot({
    ...size(programs * tools),
    marginRight: 170,
    color: { legend: false },
    y: { axis: null },
    fy: { label: null, padding: 0.3 },
    ...spec,
    marks: [...spec.marks, legend(cells)],
  });
}

// Writes the names of the tools right of the first band, each at its line.
function legend(cells) {
  const first = cells.filter(({ program }) => program === cells[0].program);
  const place = { frameAnchor: 'right', textAnchor: 'start', dx: 8, fontSize: 8 };
  return Plot.text(first, { y: 'tool', fy: 'program', text: 'tool', fill: 'tool', ...place });
}

function size(lines) {
  return { document: parseHTML('<html></html>').document, width: 800, marginLeft: 170, height: 80 + lines * 14 };
}

function save(file, figure) {
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  writeFileSync(file, `${figure.outerHTML}\n`);
}
