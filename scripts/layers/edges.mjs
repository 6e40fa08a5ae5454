// Imports between folders: only those that scripts/layers.json allows, and none in a circle.
import { cycles } from './cycles.mjs';
import { lineIn } from './text.mjs';

// Returns the key of `allowed` that `file` belongs to: itself, or the nearest folder above it.
function layerOf(allowed, file) {
  for (let name = file; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    if (Object.hasOwn(allowed, name)) return name;
  }
  return undefined;
}

// Each import from one of our files to another: {file, line, from, target, to}, from and to being layers.
function importsOf(tree, allowed) {
  const roots = [...new Set(Object.keys(allowed).map((name) => name.split('/')[0]))];
  return tree.sources(roots).flatMap((file) =>
    tree.parsed(file).imports.flatMap(({ request, line }) => {
      const target = tree.resolve(file, request);
      if (target === undefined) return [];
      return [{ file, line, from: layerOf(allowed, file), target, to: layerOf(allowed, target) }];
    }),
  );
}

const isCode = (file) => /\.([cm]?js|ts|h|cc)$/.test(file);

function faultOf({ file, line, from, target, to }, { edges, everywhere }) {
  const at = `${file}:${line}: imports ${target}`;
  if (from === undefined || from === to || everywhere.includes(target)) return [];
  if (to === undefined) return isCode(target) ? [`${at}, which is in no folder that scripts/layers.json names`] : [];
  if (edges[from].includes(to)) return [];
  return [`${at}; ${from} may import from ${edges[from].join(', ') || 'no other folder'}`];
}

function graphOf(imports, from, to) {
  const graph = new Map();
  const places = new Map();
  for (const edge of imports) {
    const [a, b] = [edge[from], edge[to]];
    if (!graph.has(a)) graph.set(a, new Set());
    graph.get(a).add(b);
    const key = `${a} ${b}`;
    if (!places.has(key)) places.set(key, `${edge.file}:${edge.line}`);
  }
  return { graph, places };
}

function circles(imports, from, to, what) {
  const { graph, places } = graphOf(imports, from, to);
  return cycles(graph).map((way) => {
    const steps = way.slice(1).map((node, index) => places.get(`${way[index]} ${node}`));
    return `${steps[0]}: a cycle of ${what}: ${way.join(' -> ')} (${steps.join(', ')})`;
  });
}

// The data themselves: each name exists, and arrows go down only.
function dataFaults(tree, { edges }) {
  const text = tree.read('scripts/layers.json');
  const at = (name) => `scripts/layers.json:${lineIn(text, text.indexOf(`"${name}":`))}`;
  const exists = (name) => tree.files.some((file) => file === name || file.startsWith(`${name}/`));
  const unknown = Object.entries(edges).flatMap(([name, targets]) => [
    ...(exists(name) ? [] : [`${at(name)}: ${name} does not exist`]),
    ...targets.filter((target) => !edges[target]).map((target) => `${at(name)}: ${target} is no key of its own`),
  ]);
  const graph = new Map(Object.entries(edges).map(([name, targets]) => [name, new Set(targets)]));
  return [...unknown, ...cycles(graph).map((way) => `${at(way[0])}: allowed edges in a circle: ${way.join(' -> ')}`)];
}

// A header and its source are one unit: what either includes, the other depends on.
function unitsOf(imports) {
  const unit = (file) => file.replace(/\.(h|cc)$/, '');
  return imports
    .filter(({ file, target }) => /\.(h|cc)$/.test(file) && unit(file) !== unit(target))
    .map((edge) => ({ ...edge, unit: unit(edge.file), other: unit(edge.target) }));
}

export function edgeFaults(tree, data) {
  const imports = importsOf(tree, data.edges);
  const homeless = tree
    .sources([...new Set(Object.keys(data.edges).map((name) => name.split('/')[0]))])
    .filter((file) => layerOf(data.edges, file) === undefined)
    .map((file) => `${file}:1: is in no folder that scripts/layers.json names`);
  const between = imports.filter(({ from, to }) => from && to && from !== to);
  const inside = imports.filter(({ from, to }) => from && from === to);
  const ofFiles = circles(inside, 'file', 'target', 'files');
  return [
    ...dataFaults(tree, data),
    ...homeless,
    ...imports.flatMap((edge) => faultOf(edge, data)),
    ...circles(between, 'from', 'to', 'folders'),
    ...ofFiles,
    // A cycle of files is one of their units, too.
    ...(ofFiles.length > 0 ? [] : circles(unitsOf(inside, data), 'unit', 'other', 'units')),
  ];
}
