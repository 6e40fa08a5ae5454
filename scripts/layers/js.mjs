// Comments, code and imports of a JavaScript or TypeScript file. TypeScript's parser tells comments from strings,
// templates and regular expressions; it also reads files with faults.
import ts from 'typescript';
import { blank, lineIn } from './text.mjs';

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//g;

// Returns the literal that `node` imports, or undefined.
function requestOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return node.argument.literal;
  if (!ts.isCallExpression(node)) return undefined;
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport || /^require(\.resolve)?$/.test(node.expression.getText()) ? node.arguments[0] : undefined;
}

// Calls `visit` with each node and `leaf` with each token, in order.
function walk(node, source, visit, leaf) {
  visit(node);
  const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
  if (children.length === 0) leaf(node);
  for (const child of children) walk(child, source, visit, leaf);
}

export function parseJs(text, file) {
  const kind = /ts$/.test(file) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const imports = [];
  const ranges = [];
  let end = 0;
  const visit = (node) => {
    const literal = requestOf(node);
    if (!literal || !ts.isStringLiteralLike(literal)) return;
    imports.push({ request: literal.text, line: lineIn(text, literal.getStart(source)) });
  };
  // Comments are in what lies between two tokens.
  const leaf = (node) => {
    const start = node.getStart(source);
    for (const match of text.slice(end, start).matchAll(COMMENT)) {
      ranges.push([end + match.index, end + match.index + match[0].length]);
    }
    end = Math.max(end, node.end);
  };
  walk(source, source, visit, leaf);
  return { code: blank(text, ranges), ranges, imports };
}
