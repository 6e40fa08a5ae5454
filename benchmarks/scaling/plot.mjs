// Time and memory against size, both axes logarithmic: what grows linearly has the slope of the dashed line.
import { writeFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

function line(rows, key) {
  return [Plot.line(rows, { x: 'count', y: key, z: 'kind', stroke: 'kind' }), Plot.dot(rows, { x: 'count', y: key, fill: 'kind' })];
}

function names(rows, key) {
  const last = Plot.selectLast({ x: 'count', y: key, z: 'kind', text: 'kind', fill: 'kind', textAnchor: 'start', dx: 8 });
  return Plot.text(rows, last);
}

function linear(rows, key) {
  const first = rows.reduce((a, b) => (b.count > a.count ? b : a));
  const least = Math.min(...rows.map(({ count }) => count));
  const ends = [first.count, least].map((count) => ({ count, [key]: (first[key] * count) / first.count }));
  return Plot.line(ends, { x: 'count', y: key, stroke: '#999', strokeDasharray: '4,4' });
}

/** Writes `rows` of {kind, count, [key]} as SVG. */
export function writePlot(file, rows, { key, x, y }) {
  const figure = Plot.plot({
    document: parseHTML('<html></html>').document,
    width: 640, height: 320, marginRight: 140,
    x: { type: 'log', label: x, grid: true },
    y: { type: 'log', label: y, grid: true },
    marks: [linear(rows, key), ...line(rows, key), names(rows, key)],
  });
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  writeFileSync(file, `${figure.outerHTML}\n`);
}
