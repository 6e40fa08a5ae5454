'use strict';
// Call sites are remembered by addresses of code. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { run } = require('./harness.js');

const PLACES = 120;
const ROUNDS = 60;

test('each call has its own site, also when code is optimized, collected and loaded anew', async (t) => {
  const { operations, status } = await run(t, 'call-sites.js', { mode: 'never', flags: ['--expose-gc'] });
  assert.equal(status, 0);
  const calls = operations.filter(({ api, phase }) => api === 'fs.stat' && phase === 'callback');
  assert.equal(calls.length, PLACES * ROUNDS);
  for (const { name, site } of calls) {
    const line = Number([...(/\(line-([a-j]+)\)/.exec(name)[1])].map((letter) => 'abcdefghij'.indexOf(letter)).join(''));
    const kind = (line - 2) % PLACES % 3;
    // The helper is a place of its own, called from everywhere.
    if (kind === 1) assert.match(site, /fixtures\/hooks\/call-sites\.js:8:\d+$/);
    else assert.match(site, new RegExp(`^/places\\.js:${line}:\\d+$`), name);
  }
});

const NUMBERS = ['seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen'];

/** Each call of a fixture is at the line that its subject names. Returns how many lines there are. */
async function linesOfCalls(t, fixture, flags) {
  const { operations } = await run(t, fixture, { mode: 'never', flags });
  const calls = operations.filter(({ api, phase }) => api === 'fs.stat' && phase === 'callback');
  const lines = calls.map(({ name, site }) => {
    const line = 7 + NUMBERS.indexOf(/\(line-([a-z]+)\)/.exec(name)[1]);
    assert.match(site, new RegExp(`${fixture}:${line}:\\d+$`), name);
    return line;
  });
  return [calls.length, new Set(lines).size];
}

test('a function that a builtin calls has the site of who called the builtin', async (t) => {
  assert.deepEqual(await linesOfCalls(t, 'called-by-builtins.js'), [30, NUMBERS.length]);
});

test('code without a name has the site of who had it evaluated', async (t) => {
  assert.deepEqual(await linesOfCalls(t, 'called-from-eval.js'), [9, 3]);
});

test('code that has been compiled meanwhile calls from the same sites', async (t) => {
  assert.deepEqual(await linesOfCalls(t, 'called-when-hot.js'), [8 * 1500, 8]);
});

for (const flags of [[], ['--always-sparkplug'], ['--no-short-builtin-calls']]) {
  test(`a function that is an accessor itself, node ${flags}`, async (t) => {
    assert.deepEqual(await linesOfCalls(t, 'called-as-accessors.js', flags), [1600, 4]);
  });
}

test('a stream that a constructor has made has the site of who called that', async (t) => {
  const { operations, status, stderr } = await run(t, 'made-by-constructors.js', { mode: 'never' });
  assert.equal(status, 0, stderr);
  const sites = (name) => operations.filter(({ api, phase }) => api === name && phase === 'action')
    .map(({ site = '' }) => Number(/made-by-constructors\.js:(\d+):\d+$/.exec(site)?.[1]));
  for (const api of ['fs.WriteStream.open', 'fs.WriteStream.write']) {
    assert.deepEqual(sites(api).sort((a, b) => a - b), [7, 9, 15, 22], api);
  }
});
