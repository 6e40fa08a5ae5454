// npm run layers finds what is planted in a small tree, and nothing in a clean one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const DATA = {
  rules: ['edges', 'names', 'prose'],
  edges: {
    'src/hot.h': [],
    'src/low': [],
    'src/loop': ['src/low'],
    'src/loop/linux': ['src/loop'],
    'src/high': ['src/low', 'src/loop'],
    'lib/low': [],
    'lib/high': ['lib/low'],
    'lib/face.js': ['lib/high'],
    'lib/cli': [],
  },
  everywhere: ['src/hot.h'],
  foreign: { scopes: ['std::'], names: ['uv_*', 'JavaScript'] },
};

const CLEAN = {
  'scripts/layers.json': JSON.stringify(DATA, null, 2),
  'package.json': '{ "scripts": { "build": "" } }',
  'README.md': '# Tree\n\n`npm run build`, see [the page](docs/page.md#the-page); `nacd run --fast` reads `NACD_FAST`.\n',
  'docs/page.md': '# The page\n\n```sh\nnode app.js --whatever\n```\n\nsrc/low/low.h and `lowValue()`.\n',
  'src/hot.h': '#pragma once\n',
  'src/low/low.h': '#include "hot.h"\n// Returns `given`.\nint lowValue(int given);\nconstexpr int kLow = 1\'000;\n',
  'src/loop/engine.h': '#include "low/low.h"\n',
  'src/loop/linux/slots.h': '#include "loop/engine.h"\n',
  'src/high/high.cc': '#include "loop/engine.h"\n#include "low/low.h"\n// Calls lowValue() of src/low/low.h, with kLow.\n',
  'lib/low/low.js': '// Low.\nexports.low = /["\'`]/.test("// What no comment says");\n',
  'lib/high/high.js': `const { low } = require('../low/low.js');\n// Is it \`low\`? Names low.js, JSON.parse(), std::move(), JavaScript.\n`,
  'lib/face.js': "require('./high/high.js');\n",
  'lib/cli/verbs/run.js': "const flag = '--fast', variable = 'NACD_FAST';\n",
};

function layers(...args) {
  const script = path.join(root, 'scripts', 'layers.mjs');
  return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
}

// Runs the check on the clean tree with the given files in the place of its own.
function check(t, files = {}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'layers-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ ...CLEAN, ...files })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return layers(folder);
}

const withEdges = (edges) => JSON.stringify({ ...DATA, edges: { ...DATA.edges, ...edges } }, null, 2);

test('a clean tree passes', (t) => {
  const { status, stdout, stderr } = check(t);
  assert.equal(stdout + stderr, '');
  assert.equal(status, 0);
});

// Each planted fault, and the beginnings of all lines that the check prints for it.
const PLANTED = {
  'a forbidden include': [
    { 'src/low/up.cc': '// Up.\n#include "high/high.h"\n' },
    [
      'src/low/up.cc:2: imports src/high/high.h; src/low may import from no other folder',
      'src/high/high.cc:2: a cycle of folders: src/high -> src/low -> src/high (src/high/high.cc:2, src/low/up.cc:2)',
    ],
  ],
  'an include behind the only door': [
    { 'src/high/side.cc': '#include "loop/linux/slots.h"\n' },
    ['src/high/side.cc:1: imports src/loop/linux/slots.h; src/high may import from src/low, src/loop'],
  ],
  'a forbidden require': [
    { 'lib/low/up.js': "\nrequire('../high/high.js');\n" },
    ['lib/low/up.js:2: imports lib/high/high.js', 'lib/high/high.js:1: a cycle of folders: lib/high -> lib/low -> lib/high'],
  ],
  'a forbidden import': [
    { 'lib/low/up.mjs': "import('../cli/verbs/run.js');\n" },
    ['lib/low/up.mjs:1: imports lib/cli/verbs/run.js; lib/low may import from no other folder'],
  ],
  'a folder that the data do not name': [
    { 'src/new/new.h': '\n', 'src/low/up.cc': '#include "new/new.h"\n' },
    ['src/new/new.h:1: is in no folder', 'src/low/up.cc:1: imports src/new/new.h, which is in no folder'],
  ],
  'data of a folder that is gone': [
    { 'scripts/layers.json': withEdges({ 'src/gone': ['src/none'] }) },
    [/^scripts\/layers\.json:\d+: src\/gone does not exist/, /^scripts\/layers\.json:\d+: src\/none is no key/],
  ],
  'data that allow a cycle': [
    { 'scripts/layers.json': withEdges({ 'src/low': ['src/high'] }) },
    [/^scripts\/layers\.json:\d+: allowed edges in a circle: src\/low -> src\/high -> src\/low/],
  ],
  'a cycle between files': [
    { 'src/low/a.h': '#include "low/b.h"\n', 'src/low/b.h': '\n#include "low/a.h"\n' },
    ['src/low/a.h:1: a cycle of files: src/low/a.h -> src/low/b.h -> src/low/a.h (src/low/a.h:1, src/low/b.h:2)'],
  ],
  'a cycle between units, each of a header and a source': [
    { 'src/low/a.h': 'int a();\n', 'src/low/a.cc': '#include "low/a.h"\n#include "low/b.h"\n', 'src/low/b.h': '#include "low/a.h"\n' },
    ['src/low/a.cc:2: a cycle of units: src/low/a -> src/low/b -> src/low/a (src/low/a.cc:2, src/low/b.h:1)'],
  ],
  'a path in a comment': [
    { 'lib/low/low.js': '\n/** See\n * src/gone.cc. */\n' },
    ['lib/low/low.js:3: names src/gone.cc: no such file'],
  ],
  'the name of a file in a comment': [
    { 'src/low/low.h': 'int x;  // as gone.cc says\nint lowValue();\n' },
    ['src/low/low.h:1: names gone.cc: no such file', 'src/high/high.cc:3: names kLow'],
  ],
  'identifiers in comments': [
    { 'lib/low/low.js': '// Calls goneCall(), Gone::Method, kGone, gone_case, goneName, NACD_GONE,\n// `gone`, --gone.\n' },
    ['goneCall', 'Gone', 'Method', 'NACD_GONE', 'goneName', 'gone_case', 'kGone']
      .map((name) => `lib/low/low.js:1: names ${name}: `)
      .concat('lib/low/low.js:2: names gone: ', 'lib/low/low.js:2: names --gone: '),
  ],
  'names in a doc': [
    { 'docs/page.md': '# Page\n\n`nacd gone --none`, `goneName`\n`npm run gone` `NACD_NONE` `docs/gone.md`\n[a](none.md)\n' },
    ['nacd gone', '--none', 'goneName'].map((name) => `docs/page.md:3: names ${name}: `)
      .concat(['gone', 'NACD_NONE', 'docs/gone.md'].map((name) => `docs/page.md:4: names ${name}: `))
      .concat('docs/page.md:5: names none.md: ', 'README.md:3: names docs/page.md#the-page: no such heading'),
  ],
  'names in the examples of a doc': [
    { 'docs/page.md': '# The page\n\n```sh\nNACD_NONE=1 nacd gone\nnode scripts/gone.mjs --none\n```\n' },
    ['docs/page.md:4: names nacd gone', 'docs/page.md:4: names NACD_NONE', 'docs/page.md:5: names scripts/gone.mjs',
      'docs/page.md:5: names --none'],
  ],
  'comments that begin with a clause': [
    { 'src/high/high.cc': '// What it does.\n\n// What is it? A number.\nint x;  // Whether\n        // it is.\n' },
    ['src/high/high.cc:1: a comment begins with "What"', 'src/high/high.cc:4: a comment begins with "Whether"'],
  ],
  'more phrases of the old style than a folder may have': [
    {
      'scripts/layers.json': JSON.stringify({ ...DATA, phrases: { 'lib/low': 1, docs: 1 } }),
      'lib/low/low.js': '// The caller is told. Of two the first one.\nexports.low = 1;\n',
      'docs/page.md': '# The page\n\nWhoever reads it, as Node\'s, whoever.\n',
      'src/low/low.h': '#include "hot.h"\n// Takes that it has so many.\nint lowValue(int given);\nconstexpr int kLow = 1;\n',
    },
    ['lib/low: 2 phrases such as', 'docs: 2 phrases such as', 'src/low: 1 phrases such as'],
  ],
};

for (const [what, [files, expected]] of Object.entries(PLANTED)) {
  test(`found: ${what}`, (t) => {
    const { status, stdout, stderr } = check(t, files);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^nacd-native: faults: /);
    const lines = stdout.trimEnd().split('\n');
    for (const start of expected) {
      const fits = (line) => (start instanceof RegExp ? start.test(line) : line.startsWith(start));
      assert.ok(lines.some(fits), `${start} in:\n${stdout}`);
    }
    assert.equal(lines.length, expected.length, stdout);
  });
}

test('bad usage ends with exit status 2', () => {
  for (const args of [['--gone'], ['a', 'b'], ['--only', 'gone'], [os.devNull]]) {
    const { status, stderr } = layers(...args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, /Usage: node scripts\/layers\.mjs/);
  }
});
