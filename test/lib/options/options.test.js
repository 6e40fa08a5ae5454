'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { CAMPAIGN_OPTIONS } = require('../../../lib/options/campaign.js');
const { optionsOf } = require('../../../lib/cli/settings.js');
const verbs = require('../../../lib/cli/verbs/index.js');
const { MODEL_OPTIONS } = require('../../../lib/options/model.js');
const { PROGRAM_OPTIONS } = require('../../../lib/options/program.js');
const { REQUEST_OPTIONS } = require('../../../lib/options/requests.js');
const { UNSUPPORTED, UNSUPPORTED_OF_TOOL } = require('../../../lib/options/unsupported.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const BAD = [
  [['--seed', 'x'], /^nacd: --seed=x is not valid: allowed is a whole number from 0 to 4294967295\n$/],
  [['--seed', '4294967296'], /^nacd: --seed=4294967296 is not valid/],
  [['--seed'], /^nacd run: Option '--seed <value>' argument missing .*\n$/],
  [['--unheard-of'], /^nacd run: there is no option --unheard-of \("nacd run --help" lists the options\)\n$/],
  [['--timeout', '0'], /^nacd: --timeout=0 is not valid: allowed is a number from 0\.1 to 86400\n$/],
  [['--reverse-share', '1'], /^nacd run: there is no option --reverse-share/],
  [['--min-delay', '600'], /^nacd: --min-delay=600 is not valid: it must not be above --max-delay \(500\)\n$/],
  [['--strategy', 'wild'], /^nacd: --strategy=wild is not valid: allowed is one of .*uniform.*\n$/],
  [['--mode', 'replay'], /^nacd: --mode=replay is not valid/],
  [['--fail-on', '('], /^nacd: --fail-on=\( is not valid: allowed is a JavaScript regular expression\n$/],
  [['--shard', '3/2'], /^nacd: --shard=3\/2 is not valid: allowed is i\/n, i from 1 to n\n$/],
  [['--jobs', '0'], /^nacd: --jobs=0 is not valid/],
  [['-n', '1.5'], /^nacd: --runs=1\.5 is not valid/],
  [['--out', 'steady.js'], /^nacd: cannot write .*steady\.js: a file is where a folder is needed\n$/],
  [['--out', 'steady.js/x'], /^nacd: cannot write .*steady\.js.*: a file is where a folder is needed\n$/],
  [['--out', '/proc/nowhere/x'], /^nacd: cannot write \/proc\/nowhere.*\n$/],
];

for (const [args, expected] of BAD) {
  test(`bad: ${args.join(' ')}`, async (t) => {
    const cwd = makeFolder(t, 'steady.js');
    const { status, stdout, stderr } = await nacd(['run', ...args, '--', 'node', 'steady.js'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, expected);
    assert.equal(stdout, '');
  });
}

test('the flag is before the variable, the variable before the file', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  fs.writeFileSync(path.join(cwd, 'nacd.config.json'), '{"runs": 1, "seed": 1, "maxDelay": 10, "command": ["node", "steady.js"]}');
  await nacd(['run', '--seed', '3'], { cwd, env: { NACD_SEED: '2', NACD_RUNS: '2' } });
  const campaign = readJson(cwd, '.nacd/campaign.json');
  assert.equal(campaign.seed, 3);
  assert.equal(campaign.runs.length, 2);
  assert.equal(campaign.options.maxDelay, 10);
  assert.deepEqual(campaign.command, ['node', 'steady.js']);
});

test('the key nacd of package.json is read, and its mistakes are reported with file and key', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  fs.writeFileSync(path.join(cwd, 'package.json'), '{"name": "x", "nacd": {"jobs": "many"}}');
  const { status, stderr } = await nacd(['run', '--', 'node', 'steady.js'], { cwd });
  assert.equal(status, 2);
  assert.equal(stderr, 'nacd: package.json: jobs=many is not valid: allowed is a whole number from 1 to 256\n');
});

test('unknown keys and broken JSON in the configuration are reported', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'nacd.config.json'), '{"run": 1}');
  assert.match((await nacd(['run', '--', 'true'], { cwd })).stderr, /^nacd: nacd\.config\.json: there is no option "run"/);
  fs.writeFileSync(path.join(cwd, 'nacd.config.json'), '{');
  assert.match((await nacd(['run', '--', 'true'], { cwd })).stderr, /nacd\.config\.json is not JSON/);
});

test('the command is missing, not after --, or cannot be started', async (t) => {
  const cwd = makeFolder(t);
  for (const [args, expected] of [
    [['run'], /the command is missing: write it after --/],
    [['run', '--'], /no command after --/],
    [['run', 'npm', 'test'], /write the command after --: nacd run -- npm test/],
    [['run', '-n', '3', 'node', '-e', '0'], /^nacd run: write the command after --: nacd run -- node -e 0\n$/],
    [['run', '--no-such', 'node'], /^nacd run: there is no option --no-such/],
    [['run', '--', './nothing-here'], /cannot start "\.\/nothing-here": .*ENOENT/],
    [['run', '--', ''], /no command after --/],
    [['run', '--', 'npm test'], /\(its words are not quoted together: -- npm test\)/],
    [['walk'], /there is no verb "walk"/],
    [['run', '--seed', '-1', '--', 'true'], /the value of --seed is missing \(.* --seed=VALUE\)/],
    [['run', '--fail-on', '', '--', 'true'], /--fail-on= is not valid/],
    [['minimize', '--out', 'none'], /none contains no results: "nacd run --out none -- COMMAND"/],
  ]) {
    const { status, stderr } = await nacd(args, { cwd });
    assert.equal(status, 2);
    assert.match(stderr, expected);
  }
});

const ALL = [CAMPAIGN_OPTIONS, MODEL_OPTIONS, PROGRAM_OPTIONS, REQUEST_OPTIONS].flat();

test('no flag, variable or key is used twice', () => {
  for (const field of ['key', 'env', 'flag']) {
    const values = [ALL, UNSUPPORTED, UNSUPPORTED_OF_TOOL].flat().map((option) => option[field]).filter(Boolean);
    assert.equal(new Set(values).size, values.length, field);
  }
});

test('there are at most 46 options, and each has a help text', () => {
  assert.ok(ALL.length <= 46, `${ALL.length} options`);
  assert.deepEqual(ALL.filter(({ help }) => !help).map(({ key }) => key), []);
});

test('a parameter of an engine or a strategy is only a variable, whose name warns', async (t) => {
  for (const { key, env, flag } of [UNSUPPORTED, UNSUPPORTED_OF_TOOL].flat()) {
    assert.equal(flag, undefined, key);
    assert.match(env, /^NACD_UNSUPPORTED_/);
  }
  const cwd = makeFolder(t, 'steady.js');
  const given = (more) => nacd(['run', '-n', '1', '--', 'node', 'steady.js'], { cwd, env: more });
  const bad = await given({ NACD_UNSUPPORTED_STALLS: '2' });
  assert.equal(bad.stderr, 'nacd: NACD_UNSUPPORTED_STALLS=2 is not valid: allowed is a number from 0 to 1\n');
  assert.equal((await given({ NACD_UNSUPPORTED_STALLS: '0.25' })).status, 0);
  assert.equal(readJson(cwd, '.nacd/campaign.json').options.stalls, 0.25);
  fs.writeFileSync(path.join(cwd, 'nacd.config.json'), '{"stalls": 0.25}');
  assert.match((await given({})).stderr, /^nacd: nacd\.config\.json: there is no option "stalls"/);
});

const helpOf = async (t, verb, flag) => {
  const { status, stdout } = await nacd([verb.name, flag], { cwd: makeFolder(t) });
  assert.equal(status, 0);
  return stdout.split('\n');
};

test('the help of each verb fits a screen', async (t) => {
  for (const verb of verbs) {
    const lines = await helpOf(t, verb, '--help');
    assert.ok(lines.length <= 40, `${verb.name}: ${lines.length} lines`);
    assert.ok(lines.every((line) => line.length <= 100), verb.name);
  }
});

test('--help-all has every option of the verb', async (t) => {
  for (const verb of verbs) {
    const text = (await helpOf(t, verb, '--help-all')).join('\n');
    for (const { flag } of optionsOf(verb.name)) assert.ok(text.includes(` ${flag}`), `${verb.name} ${flag}`);
  }
  assert.ok(!(await helpOf(t, verbs.find(({ name }) => name === 'run'), '--help')).join('\n').includes('--engine'));
});
