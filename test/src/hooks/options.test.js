'use strict';
// Options: what is wrong stops the process before the program starts.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { describe, test } = require('node:test');
const { temporaryFolder } = require('../../support/package.js');
const { assertDelayed, count, execute, fixture, root, run } = require('./harness.js');

describe('a value that is not valid: one line, exit status 2', () => {
  const wrong = [
    ['NACD_SEED', '-1', /whole number from 0 to 4294967295/], ['NACD_SEED', '4294967296', /0 to 4294967295/], ['NACD_SEED', '1.5', /whole/],
    ['NACD_SEED', 'x', /whole/], ['NACD_MODE', 'sometimes', /random, always, never, replay/], ['NACD_STRATEGY', 'wild', /uniform/],
    ['NACD_UNSUPPORTED_PROBABILITY', '1.1', /number from 0 to 1/], ['NACD_UNSUPPORTED_PROBABILITY', '', undefined], ['NACD_MIN_DELAY', '-5', /from 0/],
    ['NACD_MAX_DELAY', '1e9', /from 0/], ['NACD_MIN_DELAY', '600', /NACD_MAX_DELAY/], ['NACD_ENGINE', 'warp', /api, loop, both/],
    ['NACD_CLOCK', 'sand', /real, virtual/], ['NACD_QUIET', 'maybe', /1, true, 0 or false/], ['NACD_MODE', 'replay', /NACD_SCHEDULE/],
  ];
  for (const [name, value, allowed] of wrong) {
    test(`${name}=${value}`, async (t) => {
      const { status, stdout, stderr } = await run(t, 'started.js', { trace: false, env: { [name]: value } });
      if (!allowed) {
        assert.deepEqual([status, stdout], [0, 'stat null true\n']);
        return;
      }
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^nacd: [^\n]+\n$/);
      assert.ok(stderr.includes(name) && stderr.includes(value), stderr);
      assert.match(stderr, allowed);
    });
  }
});

describe('files that are not valid: one line, exit status 2', () => {
  const schedule = (content) => ({ name: 's.json', content, env: (file) => ({ NACD_MODE: 'replay', NACD_SCHEDULE: file }) });
  const model = (content) => ({ name: 'm.json', content, env: (file) => ({ NACD_MODEL: file }) });
  const cases = {
    'a schedule that is no JSON': [schedule('{'), /not a JSON object/],
    'a schedule of another format': [schedule('{"format":2,"delays":[]}'), /\/format/],
    'a schedule without delays': [schedule('{"format":1}'), /\/delays/],
    'a delay below 0': [schedule('{"format":1,"delays":[{"name":"a","phase":"callback","delay":-1}]}'), /\/delays\/0\/delay/],
    'a phase that there is not': [schedule('{"format":1,"delays":[{"name":"a","phase":"lunch","delay":1}]}'), /\/delays\/0\/phase.*lunch/],
    'a model that is no JSON': [model('[,]'), /m\.json/],
    'a pattern that there is not': [model('[{"moduleName":"x","properties":[{"name":"f","type":["CX"]}]}]'), /\/0\/properties\/0\/type\/0: .*CX/],
    'an unknown class': [model('[{"moduleName":"x","is":["y"]}]'), /\/0\/is\/0/],
  };
  for (const [title, [{ name, content, env }, expected]] of Object.entries(cases)) {
    test(title, async (t) => {
      const file = path.join(temporaryFolder(t, 'nacd-'), name);
      fs.writeFileSync(file, content);
      const { status, stdout, stderr } = await run(t, 'started.js', { trace: false, env: env(file) });
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^nacd: [^\n]+\n$/);
      assert.ok(stderr.includes(file), stderr);
      assert.match(stderr, expected);
    });
  }
  for (const [name, env] of Object.entries({ NACD_MODEL: {}, NACD_SCHEDULE: { NACD_MODE: 'replay' } })) {
    test(`${name}: no such file`, async (t) => {
      const { status, stderr } = await run(t, 'started.js', { trace: false, env: { ...env, [name]: '/no/such/file.json' } });
      assert.equal(status, 2);
      assert.match(stderr, /^nacd: [^\n]*\/no\/such\/file\.json[^\n]*\n$/);
    });
  }
  test('NACD_TRACE that can be no folder', async (t) => {
    for (const folder of ['/dev/null/x', '/proc/x', '/dev/null', '/etc/passwd']) {
      const { status, stderr } = await run(t, 'started.js', { trace: false, env: { NACD_TRACE: folder } });
      assert.equal(status, 2);
      assert.match(stderr, new RegExp(`^nacd: NACD_TRACE=${folder} [^\\n]*\\n$`));
    }
  });
});

describe('NACD_MODULES', () => {
  const traced = async (t, modules) => (await run(t, 'order-changes.js', { env: { NACD_MODULES: modules } })).operations;
  test('only those named', async (t) => {
    const operations = await traced(t, 'dns');
    assertDelayed(operations, 'dns.lookup');
    assert.equal(operations.length, count(operations, 'dns.lookup'));
  });
  test('all but those with -', async (t) => {
    const operations = await traced(t, '-dns,-fs/promises');
    assertDelayed(operations, 'fs.stat');
    assert.deepEqual(operations.filter(({ api }) => /^dns|^fs\/promises/.test(api)), []);
  });
  test('several', async (t) => {
    const operations = await traced(t, 'dns, fs');
    assertDelayed(operations, 'dns.lookup');
    assertDelayed(operations, 'fs.lstat');
  });
});

describe('runtimes that are no plain Node.js', () => {
  const start = (RUNTIME, env) => execute(
    process.execPath, ['-r', fixture('other-runtime.js'), '-r', root, fixture('started.js')], { env: { RUNTIME, ...env } },
  );
  for (const [runtime, name] of [['bun', 'Bun'], ['deno', 'Deno']]) {
    test(name, async () => {
      const refused = await start(runtime, { NACD_MODE: 'always' });
      assert.deepEqual([refused.status, refused.stdout], [2, '']);
      assert.match(refused.stderr, new RegExp(`^nacd: ${name} is not supported[^\\n]*\\n$`));
      for (const env of [{ NACD_MODE: 'never' }, { NACD_PARENT: '1' }]) {
        const { status, stdout, stderr } = await start(runtime, env);
        assert.deepEqual([status, stdout, stderr], [0, 'stat null true\n', '']);
      }
    });
  }
  test('Electron: engine api', async () => {
    const { status, stdout, stderr } = await start('electron', { NACD_MODE: 'always', NACD_MAX_DELAY: '5' });
    assert.deepEqual([status, stdout], [0, 'stat null true\n']);
    assert.match(stderr, /^nacd: Electron [^\n]*\(engine api\)\n$/);
    const asked = await start('electron', { NACD_MODE: 'always', NACD_ENGINE: 'loop' });
    assert.deepEqual([asked.status, asked.stdout], [2, '']);
    assert.match(asked.stderr, /^nacd: NACD_ENGINE=loop is not possible here: Electron [^\n]*\n$/);
    const never = await start('electron', { NACD_MODE: 'never' });
    assert.deepEqual([never.status, never.stdout, never.stderr], [0, 'stat null true\n', '']);
  });
});
