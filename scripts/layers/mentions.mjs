// Names that comments and docs mention.
import { Known } from './known.mjs';
import { distinct, linkFaults, pathFaults, plainFaults, shapedFaults } from './names.mjs';
import { lineIn } from './text.mjs';

const FENCE = /^( *)```[^\n]*\n[\s\S]*?^\1```/gm;
const SPAN = /`[^`]+`/g;
const VERB = /(?:^|`|npx )nacd ([a-z][\w-]*)/gm;
const COMMENTED = ['src', 'lib', 'scripts', 'test', 'benchmarks'];
// Programs under test are what they are.
const isOurs = (file) => !/\/fixtures\/|^benchmarks\/races\/[^/]+\//.test(file);
const DOCS = /^(README|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$|^(benchmarks|test\/conformance)\/README\.md$/;

const told = (file, line, { name, what }) => `${file}:${line}: names ${name}: ${what}`;

function commentFaults(tree, known) {
  return tree.sources(COMMENTED).filter(isOurs).flatMap((file) =>
    tree.parsed(file).comments.flatMap(({ line, text }) => {
      const faults = [...pathFaults(text, known), ...plainFaults(text, known), ...shapedFaults(text, known)];
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

// Programs in fences are the reader's: only what is ours by its form is looked at there.
function docFaults(tree, known) {
  return tree.files.filter((file) => DOCS.test(file)).flatMap((file) => {
    const text = tree.read(file);
    const fences = only(text, FENCE);
    const prose = text.replace(FENCE, (fence) => fence.replace(/[^\n]/g, ' '));
    const spans = only(prose, SPAN);
    const faults = [
      ...linkFaults(file, prose, tree),
      ...pathFaults(prose.replace(/\]\([^)\s]+\)/g, (link) => ' '.repeat(link.length)), known),
      ...plainFaults(prose, known),
      ...shapedFaults(spans, known),
      ...verbFaults(spans, known),
      ...verbFaults(fences, known),
      ...plainFaults(fences, known).filter(({ name }) => !/^\w+$/.test(name) || name.startsWith('NACD_')),
    ];
    return distinct(faults).map((fault) => told(file, lineIn(text, fault.at), fault));
  });
}

export function mentionFaults(tree, { foreign }) {
  const known = new Known(tree, foreign);
  return [...commentFaults(tree, known), ...docFaults(tree, known)];
}
