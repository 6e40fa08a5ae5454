// The files of a tree, read and parsed once.
import fs from 'node:fs';
import path from 'node:path';
import { parseCxx } from './cxx.mjs';
import { parseJs } from './js.mjs';
import { groupComments } from './text.mjs';

const SKIPPED = new Set(['node_modules', 'build', 'prebuilds', 'coverage', 'catch2-v3']);
const isSkipped = (name) => SKIPPED.has(name) || (name.startsWith('.') && name !== '.ci');
const CXX = /\.(cc|h|c)$/;
const SCRIPT = /\.([cm]?js|ts)$/;

function list(root, folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : list(root, name);
    return entry.isFile() ? [name] : [];
  });
}

export class Tree {
  #known;
  #parsed = new Map();

  constructor(root) {
    this.root = root;
    this.files = list(root, '').sort();
    this.#known = new Set(this.files);
  }

  has(file) {
    return this.#known.has(file);
  }

  read(file) {
    return fs.readFileSync(path.join(this.root, file), 'utf8');
  }

  // Source files under one of `folders`.
  sources(folders) {
    const isIn = (file) => folders.some((folder) => file.startsWith(`${folder}/`));
    return this.files.filter((file) => isIn(file) && (CXX.test(file) || SCRIPT.test(file)));
  }

  // {code, comments, imports} of a source file; `code` has blanks for comments.
  parsed(file) {
    let result = this.#parsed.get(file);
    if (!result) {
      const text = this.read(file);
      const { code, ranges, imports } = CXX.test(file) ? parseCxx(text) : parseJs(text, file);
      result = { code, imports, comments: groupComments(text, ranges) };
      this.#parsed.set(file, result);
    }
    return result;
  }

  // Returns the path of the file that `request`, an include or a relative import in `from`, means. Undefined for a
  // package.
  resolve(from, request) {
    if (CXX.test(from)) return `src/${request}`;
    if (!/^\.\.?(\/|$)/.test(request)) return undefined;
    const target = path.posix.join(path.posix.dirname(from), request);
    const candidates = [target, `${target}.js`, `${target}.d.ts`, `${target}.json`, `${target}/index.js`];
    return candidates.find((file) => this.has(file)) ?? target;
  }
}
