// All names that a comment or a doc may use: words of the code, files, flags, tasks, names of Node.js, and names of
// others that scripts/layers.json lists.
import { createRequire, builtinModules } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const WORD = /[A-Za-z_$][\w$]*/g;
// --flag, or the key of an option that parseArgs() reads.
const FLAG = /(?<![\w-])--([a-z][\w-]*)|'([a-z][\w-]*)'|\b([a-z]\w*)(?=: \{ type:)/g;
export const FILE_NAME = /[\w.*-][\w./*-]*\.(?:cc|h|[cm]?js|d\.ts|ts|json|md|gyp|inc)(?![\w-]|\.\w)/g;
const NOT_CODE = /\.(md|svg|png|html|lock)$|(^|\/)package-lock\.json$|^scripts\/layers\.json$/;
const WARNS = /^_|^(node:)?(punycode|sys|wasi|sqlite|ffi)$/;
const DEPTH = 3;

// Adds the names of an object's properties, and those of their properties; calls no getter.
function addNames(names, object, depth, seen) {
  if (object === null || !/^(object|function)$/.test(typeof object) || seen.has(object)) return;
  seen.add(object);
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    names.add(name);
    if (depth > 0) addNames(names, value, depth - 1, seen);
  }
  if (depth > 0) addNames(names, Object.getPrototypeOf(object), depth - 1, seen);
}

function namesOfNode() {
  const names = new Set(builtinModules);
  const seen = new Set();
  addNames(names, globalThis, DEPTH, seen);
  for (const name of builtinModules.filter((each) => !WARNS.test(each))) addNames(names, require(name), DEPTH, seen);
  return names;
}

// "pthread_*" stands for all names that begin so.
function matcherOf(list) {
  const starts = list.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  const whole = new Set(list);
  return (name) => whole.has(name) || starts.some((start) => name.startsWith(start));
}

export class Known {
  #words = new Set();
  #wordsOf = new Map();
  #wordsIn = new Map();
  #fileNames = new Set();
  #flags = new Set(process.allowedNodeEnvironmentFlags);

  constructor(tree, foreign) {
    this.tree = tree;
    this.isForeign = matcherOf(Object.values(foreign).flat());
    this.node = namesOfNode();
    const sources = new Set(tree.sources(['src', 'lib', 'scripts', 'test', 'benchmarks', 'demo']));
    for (const file of tree.files.filter((name) => !NOT_CODE.test(name))) {
      const code = sources.has(file) ? tree.parsed(file).code : tree.read(file);
      this.#addWords(file, new Set(code.match(WORD)));
      for (const name of code.match(FILE_NAME) ?? []) this.#fileNames.add(name).add(name.slice(name.lastIndexOf('/') + 1));
      for (const [, ...names] of code.matchAll(FLAG)) this.#flags.add(`--${names.find(Boolean)}`);
    }
    const manifest = tree.has('package.json') ? JSON.parse(tree.read('package.json')) : {};
    this.tasks = new Set(Object.keys(manifest.scripts ?? {}));
  }

  #addWords(file, words) {
    const folder = path.posix.dirname(file);
    if (!this.#wordsIn.has(folder)) this.#wordsIn.set(folder, new Set());
    this.#wordsOf.set(file, words);
    for (const word of words) {
      this.#words.add(word);
      this.#wordsIn.get(folder).add(word);
    }
  }

  inFolder(folder, name) {
    return this.#wordsIn.get(folder)?.has(name) === true;
  }

  // `files` are paths, or ends of paths.
  inFiles(files, name) {
    const isOne = (file) => files.some((end) => `/${file}`.endsWith(`/${end}`));
    return [...this.#wordsOf].some(([file, words]) => words.has(name) && isOne(file));
  }

  word(name) {
    return this.#words.has(name) || this.node.has(name) || this.isForeign(name);
  }

  flag(name) {
    return this.#flags.has(name) || this.isForeign(name);
  }

  task(name) {
    return this.tasks.has(name) || this.isForeign(name);
  }

  // A path from the root of the tree: of a file, of a folder, or with stars.
  path(name) {
    const wanted = name.replace(/\/$/, '');
    if (wanted.includes('*')) {
      const parts = wanted.split('*').map((part) => part.replace(/[.+]/g, '\\$&'));
      const pattern = new RegExp(`(^|/)${parts.join('[^/]*')}(/|$)`);
      return this.tree.files.some((file) => pattern.test(file));
    }
    return this.tree.has(wanted) || this.tree.files.some((file) => file.startsWith(`${wanted}/`));
  }

  // "hook.h", "hooks/hook.h": the end of a file's path, or a file that the code names, such as one made at run time.
  fileName(name) {
    if (this.#fileNames.has(name) || this.isForeign(name)) return true;
    return name.includes('*') ? this.path(name) : this.tree.files.some((file) => `/${file}`.endsWith(`/${name}`));
  }
}
