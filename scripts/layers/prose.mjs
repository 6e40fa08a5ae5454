// English in comments, docs and messages. Comments begin with their subject and a verb, not with a clause in its place.
// Phrases of an old, literal style are counted: scripts/layers.json says how many each folder may still have, and such
// a number may only fall.
const CLAUSE = /^\s*(What|Where|Whether|Who|Which)\b/;
const PHRASES = new RegExp([
  String.raw`\b(?:takes that|(?:is|are) told|of what|so many|whoever|no such|as [A-Za-z.]+'s)\b`,
  '(?<=^[ \\t]*(?:// |\\* |- )?|[.:] |[\'`"])Of (?=[a-z])',
].join('|'), 'gm');
const PROSE = /^(?:src|lib)\/.*\.(?:cc|h|js|ts)$|^(?:docs\/.*|README|CONTRIBUTING)\.md$/;

function isQuestion(text) {
  const [sentence] = text.match(/^[\s\S]*?[.?!](?=\s|$)/) ?? [text];
  return sentence.trimEnd().endsWith('?');
}

function clauseFaults(tree) {
  return tree.sources(['src', 'lib']).flatMap((file) =>
    tree.parsed(file).comments
      .filter(({ text }) => CLAUSE.test(text) && !isQuestion(text))
      .map(({ line, text }) => `${file}:${line}: a comment begins with "${text.match(CLAUSE)[1]}"; begin with subject and verb`),
  );
}

// "lib/cli/verbs/run.js" belongs to lib/cli, a file of the root to itself.
const groupOf = (file) => file.split('/').slice(0, -1).slice(0, 2).join('/') || file;

/** Returns how often each group of files of `tree` has one of the phrases: a Map from the group to a number. */
function phraseCounts(tree) {
  const counts = new Map();
  for (const file of tree.files.filter((name) => PROSE.test(name))) {
    const count = tree.read(file).match(PHRASES)?.length ?? 0;
    if (count > 0) counts.set(groupOf(file), (counts.get(groupOf(file)) ?? 0) + count);
  }
  return counts;
}

function phraseFaults(tree, { phrases = {} }) {
  const faultOf = ([group, count]) => {
    const most = phrases[group] ?? 0;
    return count > most ? [`${group}: ${count} phrases such as "is told", "of what" or a leading "Of"; at most ${most}: rephrase`] : [];
  };
  return [...phraseCounts(tree)].flatMap(faultOf);
}

export function proseFaults(tree, data) {
  return [...clauseFaults(tree), ...phraseFaults(tree, data)];
}
