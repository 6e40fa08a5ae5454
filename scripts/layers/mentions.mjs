// Names that comments and docs mention.
import path from 'node:path';
import { FILE_NAME, Known } from './known.mjs';
import { distinct, linkFaults, pathFaults, plainFaults, shapedFaults } from './names.mjs';
import { lineIn } from './text.mjs';

// Between two lines of ```, or indented after an empty line or a heading.
const BLOCK = /^( *)```[^\n]*\n[\s\S]*?^\1```|(?<=\n\n|^#.*\n)(?: {4}[^\n]*\n|\n(?= {4}))+/gm;
const OUR_LINE = /^.*\b(?:nacd |npm run |node (?:test|scripts|benchmarks)\/).*$/gm;
const SCRIPT = /\bnode (?:src|test|model|scripts|benchmarks)\/\S+/g;
const QUOTED = /`([A-Za-z_]\w*)(?:\(\))?`/g;
const SPAN = /`[^`]+`/g;
const VERB = /(?:^|[`$] ?|npx |NACD_\S+ )nacd ([a-z][\w-]*)/gm;
const COMMENTED = ['src', 'lib', 'scripts', 'test', 'benchmarks'];
// Programs under test are what they are.
const isOurs = (file) => !/\/fixtures\/|^benchmarks\/races\/[^/]+\//.test(file);
const DOCS = /^(README|CONTRIBUTING)\.md$|^docs\/([^/]+\/)?[^/]+\.md$|^(benchmarks|test\/conformance)\/README\.md$/;

const told = (file, line, { name, what }) => `${file}:${line}: names ${name}: ${what}`;

// `name` in a comment is a name of the code beside it, in the same folder, or of a file that the comment names.
function quotedFaults(file, text, known) {
  const files = text.match(FILE_NAME) ?? [];
  const exists = (name) =>
    known.inFolder(path.posix.dirname(file), name) || known.isForeign(name) || known.inFiles(files, name);
  return [...text.matchAll(QUOTED)]
    .map((match) => ({ name: match[1], at: match.index, what: 'no such name in this folder' }))
    .filter(({ name }) => !exists(name));
}

function commentFaults(tree, known) {
  return tree.sources(COMMENTED).filter(isOurs).flatMap((file) =>
    tree.parsed(file).comments.flatMap(({ line, text }) => {
      const anywhere = [...pathFaults(text, known), ...plainFaults(text, known), ...shapedFaults(text, known)];
      const faults = [...anywhere, ...quotedFaults(file, text, known)];
      return distinct(faults).map((fault) => told(file, line + lineIn(text, fault.at) - 1, fault));
    }),
  );
}

// Keeps what matches `pattern`, each where it was; the rest becomes blanks.
function only(text, pattern) {
  let result = text.replace(/[^\n]/g, ' ');
  for (const match of text.matchAll(pattern)) {
    result = result.slice(0, match.index) + match[0] + result.slice(match.index + match[0].length);
  }
  return result;
}

function verbFaults(text, known) {
  const verbs = [...text.matchAll(VERB)].map((match) => ({ at: match.index + match[0].indexOf('nacd'), name: match[1] }));
  const exists = (name) => known.path(`lib/cli/verbs/${name}.js`) || known.isForeign(`nacd ${name}`);
  return verbs.filter(({ name }) => !exists(name)).map(({ at, name }) => ({ at, name: `nacd ${name}`, what: 'no such command' }));
}

// Programs in blocks of code are the reader's: only forms that are surely ours are looked at there.
function docFaults(tree, known) {
  return tree.files.filter((file) => DOCS.test(file)).flatMap((file) => {
    const text = tree.read(file);
    const blocks = only(text, BLOCK);
    const prose = text.replace(BLOCK, (block) => block.replace(/[^\n]/g, ' '));
    const spans = only(prose, SPAN);
    const faults = [
      ...linkFaults(file, prose, tree),
      ...pathFaults(prose.replace(/\]\([^)\s]+\)/g, (link) => ' '.repeat(link.length)), known),
      ...plainFaults(prose, known),
      ...shapedFaults(spans, known),
      ...verbFaults(spans, known),
      ...verbFaults(blocks, known),
      ...pathFaults(only(blocks, SCRIPT), known),
      ...plainFaults(blocks, known).filter(({ name }) => name.startsWith('NACD_')),
      ...plainFaults(only(blocks, OUR_LINE), known).filter(({ what }) => /task|flag/.test(what)),
    ];
    return distinct(faults).map((fault) => told(file, lineIn(text, fault.at), fault));
  });
}

export function mentionFaults(tree, { foreign }) {
  const known = new Known(tree, foreign);
  return [...commentFaults(tree, known), ...docFaults(tree, known)];
}
