'use strict';
// The native call sites are those of an Error's frames, whatever builtins of V8 lie between the frames. Runs on every
// Node.js version.
const assert = require('node:assert/strict');
const { AsyncLocalStorage } = require('node:async_hooks');
const { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { callSites } = require('../../../../lib/preload/binding.js');

const ROUNDS = 25; // some of the functions are machine code by then

// Functions of a package that call another one, two of them in turn.
const PACKAGE = `const vias = [
  (fn) => fn(), (fn) => [1].map(() => fn())[0], (fn) => Reflect.apply(fn, null, []), (fn) => fn.bind(null)(),
  (fn) => new Proxy({}, { get: () => fn() }).x, (fn) => ({ get x() { return fn(); } }).x,
  (fn) => { let result; 'a'.replace('a', () => { result = fn(); }); return result; },
  (fn) => { let result; [2, 1].sort(() => { result = fn(); return 0; }); return result; },
  (fn) => { let result; JSON.parse('1', () => { result = fn(); }); return result; },
  (fn) => { let result; new Promise(() => { result = fn(); }); return result; },
  (fn) => { class A { constructor() { this.result = fn(); } } return new (class extends A {})().result; },
];
module.exports = (hook) => [hook, ...vias.flatMap((outer) => vias.map((inner) => () => outer(() => inner(hook))))];`;
const USER = `module.exports = [
  (fn) => fn(),
  (fn) => fn(),
  (fn) => [1].map(() => fn())[0],
  function again(fn, count = 3) { return count > 0 ? again(fn, count - 1) : fn(); },
];`;
const OWN = `module.exports = (callSite, siteByError) => {
  const siteBelow = () => [callSite(), siteByError()];
  return function hook() { return siteBelow(); };
};`;

function modules(t) {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'nacd-sites-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name, text) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const own = put('own/index.js', OWN);
  return { folder, own, user: put('user.js', USER), chainsOf: require(put('node_modules/via/index.js', PACKAGE)) };
}

const siteIn = (user) => () => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const line = new Error().stack.split('\n').find((one) => one.includes(user));
  Error.stackTraceLimit = stackTraceLimit;
  const [, place] = /:(\d+:\d+)\)?$/.exec(line) ?? [];
  return `user.js:${place}`;
};

test('a call site that is known by its return addresses is that of the stack', (t) => {
  const { folder, own, user, chainsOf } = modules(t);
  const callSite = callSites(folder, path.dirname(own) + path.sep);
  if (callSite === undefined) return t.skip('the stack is not read natively');
  const known = [undefined];
  const chains = chainsOf(require(own)(callSite, siteIn(user)));
  const users = require(user);
  for (let round = 0; round < ROUNDS; round++) {
    for (const chain of chains) {
      for (const one of users) {
        const [site, wanted] = one(chain);
        if (typeof site === 'string') known.push(site);
        assert.equal(typeof site === 'string' ? site : known[site], wanted);
      }
    }
  }
  return undefined;
});

test('a direct call site is one whose code calls the function itself, or by what Node has in between', (t) => {
  const { folder, own, user } = modules(t);
  const directSite = callSites(folder, path.dirname(own) + path.sep, true);
  if (directSite === undefined) return t.skip('the stack is not read natively');
  const hook = require(own)(directSite, siteIn(user));
  const [, , mapping] = require(user);
  const deep = Array.from({ length: 30 }).reduce((fn) => AsyncLocalStorage.bind(fn), hook);
  for (let round = 0; round < ROUNDS; round++) {
    assert.equal(mapping(hook)[0], round === 0 ? 'user.js:4:25' : 1);
    assert.equal(deep()[0], 0);
  }
  const packaged = require(path.join(folder, 'node_modules', 'via', 'index.js'))(hook);
  for (const chain of packaged.slice(1)) for (const one of require(user)) assert.equal(one(chain)[0], 0);
  return undefined;
});
