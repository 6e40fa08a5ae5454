// Finds files of the repository by folder and ending.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './run.mjs';

// Returns the files under `folder` whose path matches `pattern`, relative to the repository, sorted.
export function find(folder, pattern) {
  const absolute = path.join(root, folder);
  if (!fs.existsSync(absolute)) return [];
  const entries = fs.readdirSync(absolute, { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : find(name, pattern);
      return pattern.test(name) ? [name] : [];
    })
    .sort();
}

// Files in a folder `fixtures` are no tests, whatever their names: they are programs that tests run.
export const tests = () => find('test', /\.test\.[cm]?js$/).filter((file) => !file.includes('/fixtures/'));

// This test runs other test files on the other versions of Node.js.
const EVERY_NODE = 'test/every-node.test.mjs';

// A test file with the words "Runs on every Node.js version." near its top also runs on the other versions.
export const testsForEveryNode = () =>
  tests().filter((file) => {
    const top = fs.readFileSync(path.join(root, file), 'utf8').split('\n', 5).join('\n');
    return file !== EVERY_NODE && /^\/\/.*\bRuns on every Node\.js version\./m.test(top);
  });

export const cxx = () => ['src', 'test'].flatMap((folder) => find(folder, /\.(cc|h)$/));
