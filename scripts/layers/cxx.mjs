// Comments, code and includes of a C++ file.
import { blank, lineIn } from './text.mjs';

// Strings, characters and numbers (1'000) come among the alternatives, so that nothing in them counts as a comment.
const TOKENS = [
  /\/\/(?:[^\\\n]|\\[\s\S])*/,
  /\/\*[\s\S]*?\*\//,
  /R"([^(\s]*)\([\s\S]*?\)\1"/,
  /"(?:[^"\\\n]|\\[\s\S])*"/,
  /\b\d(?:'?[\w.])*/,
  /'(?:[^'\\\n]|\\.)*'/,
];
const TOKEN = new RegExp(TOKENS.map((pattern) => pattern.source).join('|'), 'g');
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm;

export function parseCxx(text) {
  const ranges = [...text.matchAll(TOKEN)]
    .filter(([token]) => token.startsWith('//') || token.startsWith('/*'))
    .map((match) => [match.index, match.index + match[0].length]);
  const code = blank(text, ranges);
  const imports = [...code.matchAll(INCLUDE)].map((match) => ({ request: match[1], line: lineIn(code, match.index) }));
  return { code, ranges, imports };
}
