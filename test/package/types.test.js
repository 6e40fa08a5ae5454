'use strict';
// Proves that TypeScript finds the declarations of each entry in each way in which it looks for packages. "node10"
// knows nothing of "exports".
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const ts = require('typescript');
const { temporaryFolder } = require('../support/package.js');

const root = path.join(__dirname, '..', '..');

const text = `
import { run, type Campaign } from 'nacd-native';
import { minimize } from 'nacd-native/api';
import { runGated } from 'nacd-native/gates';
export const campaign: Promise<Campaign> = run({ command: ['npm', 'test'] });
export const wrong: number = run({ command: ['npm', 'test'] });
runGated(['npm', 'test'], { gates: [{ order: 'a -> b', impossible: 'pass' }] });
runGated(['npm', 'test'], { gates: [{ order: 'a -> b', impossible: 'never' }] });
minimize(5);
`;

function linesWithErrors(folder, options) {
  const program = ts.createProgram([path.join(folder, 'program.ts')], {
    strict: true, noEmit: true, types: [], target: ts.ScriptTarget.ES2022, ...options,
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => (
    `${file?.getLineAndCharacterOfPosition(start).line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`));
}

for (const [name, options] of [
  ['node10', { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 }],
  ['node16', { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 }],
  ['bundler', { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
]) {
  test(`declarations of all entries, resolution ${name}`, (t) => {
    const folder = temporaryFolder(t, 'nacd-types-');
    fs.mkdirSync(path.join(folder, 'node_modules'));
    fs.symlinkSync(root, path.join(folder, 'node_modules', 'nacd-native'));
    fs.writeFileSync(path.join(folder, 'program.ts'), text);
    const errors = linesWithErrors(folder, options);
    assert.deepEqual(errors.map((line) => Number(line.split(' ')[0])), [5, 7, 8], errors.join('\n'));
  });
}
