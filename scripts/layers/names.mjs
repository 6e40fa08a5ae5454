// Paths and identifiers in a piece of prose: each has to exist. Only forms that are surely names are looked at.
import path from 'node:path';
import { FILE_NAME } from './known.mjs';

const ROOTED = /^(src|lib|test|docs|model|scripts|benchmarks|demo|\.ci)\//;
// Anything that may be a path. One with a position in it ("lib/a.js:9:11", "x@lib/a.js"), a host or a blank to fill is
// not looked at.
const PATH = /[\w@:./*{}<>$#~?=%-]*[\w*}>]\/?/g;
const NO_PATH = /[@{}<>$~?=%]|:\/\/|:\w|\.\.\.|^\/|#\d|^\.\.?\//;
const TASK = /\bnpm run (?:--silent )?([a-z]\w*(?:[:-]\w+)*)/g;
const FLAG = /(?<![\w-])--[a-z][\w-]*/g;
const VARIABLE = /\bNACD_\w+/g;
// Scheduler::Decide(), process.exit(), std::string: each part is a name.
const CHAIN = /\b[A-Za-z_]\w*(?:(?:::|\.|->)~?[A-Za-z_]\w*)*\(\)|\b[A-Za-z_]\w*(?:::~?[A-Za-z_]\w*)+/g;
// readTraces, FileHandle, napi_value, kCallback.
const SHAPED = new RegExp(
  `(?<![\\w.@/:-])(?:${['[A-Za-z]\\w*_\\w+', '[A-Za-z]\\w*[a-z][A-Z]\\w*', 'k[A-Z][a-z]\\w*'].join('|')})`
    + '(?![\\w/@-]|\\.(?:cc|h|[cm]?js|ts|json|md)\\b)',
  'g',
);

const matches = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => ({ name: match[1] ?? match[0], at: match.index }));

export function pathFaults(text, known) {
  return matches(text, PATH).flatMap(({ name: token, at }) => {
    const name = token.replace(/#.*|[.:]+$/, '');
    if (NO_PATH.test(token.replace(/[.:]+$/, '')) || name === '') return [];
    if (ROOTED.test(name)) {
      const exists = known.path(name) || known.path(`src/${name}`) || known.isForeign(name);
      return exists ? [] : [{ at, name, what: 'no such file' }];
    }
    const isFile = name.match(FILE_NAME)?.[0] === name;
    return !isFile || known.fileName(name) ? [] : [{ at, name, what: 'no such file' }];
  });
}

// The scope of others (std::, v8::) makes all of a chain theirs.
function chainFaults(text, known) {
  return matches(text, CHAIN).flatMap(({ name: chain, at }) => {
    const parts = chain.replace('()', '').split(/::~?|\.|->/);
    if (parts.length > 1 && known.isForeign(`${parts[0]}::`)) return [];
    return parts.filter((part) => !known.word(part)).map((name) => ({ at, name, what: `no such name (${chain})` }));
  });
}

const those = (text, pattern, exists, what) =>
  matches(text, pattern).filter(({ name }) => !exists(name)).map((found) => ({ ...found, what }));

// Forms that are checked wherever they are.
export function plainFaults(text, known) {
  return [
    ...chainFaults(text, known),
    ...those(text, TASK, (name) => known.task(name), 'no such task in package.json'),
    ...those(text, VARIABLE, (name) => known.word(name), 'no such variable'),
    ...those(text, FLAG, (name) => known.flag(name), 'no such flag'),
  ];
}

export function shapedFaults(text, known) {
  return those(text, SHAPED, (name) => known.word(name), 'no such name');
}

// Returns each fault once a line.
export function distinct(faults) {
  return [...new Map(faults.map((fault) => [`${fault.at} ${fault.name}`, fault])).values()];
}

// Links of Markdown to files, and to headings: {at, name, what}.
export function linkFaults(file, text, tree) {
  return matches(text, /\]\(([^)\s]+)\)/g).flatMap(({ name, at }) => {
    if (/^[a-z]+:/.test(name)) return [];
    const [target, heading] = name.split('#');
    const wanted = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    const isFolder = tree.files.some((each) => each.startsWith(`${wanted.replace(/\/$/, '')}/`));
    if (!tree.has(wanted) && !isFolder) return [{ at, name, what: 'no such file' }];
    if (!heading || !wanted.endsWith('.md') || headingsOf(tree.read(wanted)).includes(heading)) return [];
    return [{ at, name, what: 'no such heading' }];
  });
}

// Headings as GitHub makes anchors of them.
function headingsOf(text) {
  return matches(text, /^#+ (.+)$/gm).map(({ name }) => name.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
}
