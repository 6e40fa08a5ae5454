'use strict';
// Places in the user's files where a test runner has transformed them: jest and vitest compile text of their own, with
// a source map in its last line, by node:vm.

const { SourceMap, findSourceMap } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

const { apply } = Reflect;
const MARK = 'sourceMappingURL=data:application/json';
const BASE64 = 'base64,';

const texts = new Map(); // file -> the map in base64
const maps = new Map(); // file -> SourceMap, or undefined

function note(code, options) {
  const file = options?.filename;
  if (typeof code !== 'string' || typeof file !== 'string') return;
  const at = code.lastIndexOf(MARK);
  const start = at < 0 ? -1 : code.indexOf(BASE64, at);
  if (start < 0) return;
  texts.set(file, /^[\w+/=]*/.exec(code.slice(start + BASE64.length))[0]);
  maps.delete(file);
}

function parsed(text) {
  try {
    return new SourceMap(JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
  } catch {
    return undefined;
  }
}

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, texts.has(file) ? parsed(texts.get(file)) : findSourceMap(file));
  return maps.get(file);
}

const isOf = (source, file) => typeof source === 'string' && path.basename(source) === path.basename(file);

/** Returns {line, column}, from 1, of a place in an absolute `file` as the user wrote it: the same if none is known. */
function originalPlace(file, line, column) {
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (!isOf(entry?.originalSource, file)) return { line, column };
  return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

const compiles = (original, place) => function compile(...args) {
  note(args[0], args[place]);
  return apply(original, this, args);
};

/** Looks at the texts that are compiled from now on. */
function watchSourceMaps() {
  vm.runInThisContext = compiles(vm.runInThisContext, 1);
  vm.runInContext = compiles(vm.runInContext, 2);
  vm.compileFunction = compiles(vm.compileFunction, 2);
  vm.Script = new Proxy(vm.Script, {
    construct(original, args, target) {
      note(args[0], args[1]);
      return Reflect.construct(original, args, target);
    },
  });
}

module.exports = { originalPlace, watchSourceMaps };
