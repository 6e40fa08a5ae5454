// Comments begin with their subject and a verb, not with a clause in its place.
const CLAUSE = /^\s*(What|Where|Whether|Who|Which)\b/;

function isQuestion(text) {
  const [sentence] = text.match(/^[\s\S]*?[.?!](?=\s|$)/) ?? [text];
  return sentence.trimEnd().endsWith('?');
}

export function proseFaults(tree) {
  return tree.sources(['src', 'lib']).flatMap((file) =>
    tree.parsed(file).comments
      .filter(({ text }) => CLAUSE.test(text) && !isQuestion(text))
      .map(({ line, text }) => `${file}:${line}: a comment begins with "${text.match(CLAUSE)[1]}"; begin with subject and verb`),
  );
}
