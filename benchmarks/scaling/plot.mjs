// Draws time and memory against size on logarithmic axes. Linear growth has the slope of the dashed line.
import { writeFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

function line(rows, key) {
  return [Plot.line(rows, { x: 'count', y: key, z: 'kind', stroke: 'kind' }), Plot.dot(rows, { x: 'count', y: key, fill: 'kind' })];
}

// Writes the names below each other, right of the frame, because the ends of the lines may overlap.
function names(rows) {
  const place = { frameAnchor: 'top-right', textAnchor: 'start', dx: 10, fill: 'kind', text: 'kind' };
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.map((kind, line) => Plot.text([{ kind }], { ...place, dy: 14 * line }));
}

function linear(rows, key) {
  const first = rows.reduce((a, b) => (b.count > a.count ? b : a));
  const least = Math.min(...rows.map(({ count }) => count));
  const ends = [first.count, least].map((count) => ({ count, [key]: (first[key] * count) / first.count }));
  return Plot.line(ends, { x: 'count', y: key, stroke: '#999', strokeDasharray: '4,4', clip: true });
}

/** Writes `rows` of {kind, count, [key]} as SVG. */
export function writePlot(file, rows, { key, x, y }) {
  const values = rows.map((row) => row[key]);
  const figure = Plot.plot({
    document: parseHTML('<html></html>').document,
    width: 640, height: 320, marginRight: 80, marginLeft: 50,
    x: { type: 'log', label: x, grid: true },
    y: { type: 'log', label: y, grid: true, domain: [Math.min(...values) / 1.2, Math.max(...values) * 1.2] },
    marks: [linear(rows, key), ...line(rows, key), ...names(rows)],
  });
  figure.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  writeFileSync(file, `${figure.outerHTML}\n`);
}
