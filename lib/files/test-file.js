'use strict';
// Writes a test in the style of the project's runner: where it belongs, how it is named, and what a test looks like.
const fs = require('node:fs');
const path = require('node:path');

const { countOf } = require('../analysis/counts.js');
const { packageIn } = require('../options/package-json.js');
const { forComment, forSource, plainText } = require('../shown/media.js');
const { ANY_FILE, writeWhole } = require('./disk.js');

const FOLDERS = ['test', 'tests', '__tests__'];
const MARGIN_SECONDS = 60; // what the test itself needs

// An ES module, a file with require(), TypeScript that becomes such a file: how it imports, what names the file, and
// what names a folder, relative to it.
const IMPORT = (names, from) => `import ${names} from '${from}';`;
const ESM = { imports: IMPORT, own: 'import.meta.url', folder: (to) => `new URL(${JSON.stringify(to)}, import.meta.url)` };
const ofFilename = { own: '__filename', folder: (to) => `__dirname + ${JSON.stringify(`/${to}`)}` };
const CJS = { ...ofFilename, imports: (names, from) => `const ${names} = require('${from}');` };
const TS = { ...ofFilename, imports: IMPORT };

// An expression of several lines, inside of a function.
const awaited = (proof) => `  await ${proof.replaceAll('\n', '\n  ')};`;
const plain = (title, proof) => [`test(${title}, () => ${proof});`];
const limited = (title, proof, limit) => [`test(${title}, () => ${proof}, ${limit});`];
// AVA takes the longest limit of a test for all of the suite: a run that hangs within this test would last as long.
const ofAva = (title, proof, limit) => [
  `test(${title}, async (t) => {`, `  if (!process.env.NACD_RUN_MARKER) t.timeout(${limit});`, awaited(proof), '  t.pass();', '});',
];
const ofMocha = (title, proof, limit) => [
  `it(${title}, async function () {`, `  this.timeout(${limit});`, awaited(proof), '});',
];
// tap ends a file after a time of its own, which only the file itself can make longer.
const ofTap = (title, proof, limit) => [
  `t.setTimeout(${limit});`, `t.test(${title}, async (t) => {`, awaited(proof), '  t.pass();', '});',
];
const ofTape = (title, proof) => [`test(${title}, async (t) => {`, awaited(proof), '  t.pass();', '});'];

// How each runner writes a test: `names` of the package `from`, and body(title, proof, limit), with a limit in ms. A
// runner that does not load files as Node does has `languages`, by extension. Several may be named: node --test
// --test-reporter=tap is not tap.
const STYLES = {
  'vitest': { from: 'vitest', names: '{ test }', body: limited, languages: { js: ESM, ts: ESM } },
  'mocha': { from: 'mocha', names: '{ it }', body: ofMocha },
  'jest': { body: limited, ending: '.test.js', languages: { js: CJS, ts: TS } },
  'ava': { from: 'ava', names: 'test', body: ofAva },
  'node --test': { from: 'node:test', names: '{ test }', body: plain },
  'tape': { from: 'tape', names: 'test', body: ofTape },
  'tap': { from: 'tap', names: 't', body: ofTap },
};

// Adds the text of each script that a text names, also of those that scripts name.
function withScripts(command, scripts) {
  const texts = new Set([command.join(' ')]);
  for (const text of texts) {
    for (const word of text.split(/\s+/)) if (Object.hasOwn(scripts, word)) texts.add(scripts[word]);
  }
  return [...texts];
}

// The command names its runner, or a script that it runs does, or the project has one installed. What the output of a
// runner goes to only shows it: tap-spec. `isEsm` is true if Jest loads ES modules as such, `isModule` if .js files are
// ES modules.
function styleOf(command, cwd) {
  const { scripts = {}, dependencies, devDependencies, type } = packageIn(cwd) ?? {};
  const text = withScripts(command, scripts).map((one) => one.split(' | ')[0]).join('\n');
  const names = Object.keys(STYLES);
  const installed = { ...dependencies, ...devDependencies };
  const named = names.find((name) => new RegExp(`\\b${name}\\b`).test(text));
  const style = STYLES[named ?? names.find((name) => Object.hasOwn(installed, name)) ?? 'node --test'];
  return { ...style, isEsm: text.includes('--experimental-vm-modules'), isModule: type === 'module' };
}

const ENDING = /([._-](?:test|spec))?\.([cm]?[jt]s)$/; // a.spec.ts: ".spec", "ts"

// The ending that most tests in a folder have, since a runner may take no others. Without one that says so, all files
// in a folder of tests are tests.
function endingIn(folder, isOfTests) {
  const names = fs.readdirSync(folder).filter((name) => !name.startsWith('nacd-'));
  const endings = names.map((name) => ENDING.exec(name)).filter(Boolean);
  const marked = endings.filter(([, mark]) => mark !== undefined);
  const tests = marked.length > 0 || !isOfTests ? marked : endings;
  const [most] = [...countOf(tests.map(([ending]) => ending))].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

// Undefined if it depends on a loader which language it is.
function languageOf(file, { languages, isEsm, isModule }) {
  const [,, extension = ''] = ENDING.exec(file) ?? [];
  if (extension !== 'js' && extension !== 'ts') return { mjs: ESM, cjs: CJS }[extension];
  if (languages) return isEsm && isModule && extension === 'js' ? ESM : languages[extension];
  if (extension === 'ts') return undefined;
  return isModule ? ESM : CJS;
}

function fileIn(cwd, name, style) {
  const tests = FOLDERS.map((one) => path.join(cwd, one)).find((one) => fs.existsSync(one));
  const file = (ending) => path.join(tests ?? cwd, name + ending);
  const ending = endingIn(tests ?? cwd, tests !== undefined);
  return ending && languageOf(file(ending), style) ? file(ending) : file(style.ending ?? '.test.mjs');
}

const relativeFrom = (file, folder) => path.relative(path.dirname(file), folder).split(path.sep).join('/') || '.';

/**
 * Returns {file, write(parts)}: the path of a test of the project in `cwd`, whose suite is `command`, and a function
 * that writes it. `file` is in the project's folder of tests, with `name`, if none is given. The test may take
 * `seconds`. The parts are lines of `comment`, what is `imported` ([names, from]), its `title`, and
 * proof({own, folder(path)}): an expression that is a promise, which rejects if the test fails.
 */
function testFile({ command, cwd, name, file: given, seconds }) {
  const style = styleOf(command, cwd);
  const file = given ?? fileIn(cwd, name, style);
  const language = languageOf(file, style) ?? ESM;
  const { imports, own } = language;
  const folder = (to) => language.folder(`${relativeFrom(file, to)}/`);
  function write({ comment, imported, title, proof }) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    const text = [
      ...comment.map((line) => `// ${forComment(line)}`), ...(style.from ? [imports(style.names, style.from)] : []),
      imports(...imported), '', ...style.body(JSON.stringify(plainText(title)), proof({ own, folder }), (seconds + MARGIN_SECONDS) * 1000), '',
    ].join('\n');
    writeWhole(file, forSource(text), { mode: ANY_FILE });
  }
  return { file, write };
}

module.exports = { testFile, relativeFrom };
