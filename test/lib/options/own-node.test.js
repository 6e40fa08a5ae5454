'use strict';
const assert = require('node:assert');
const { execSync, spawnSync } = require('node:child_process');
const { delimiter } = require('node:path');
const { test } = require('node:test');

const { ownNode } = require('../../../lib/options/own-node.js');
const { withoutRunner } = require('../../../lib/process/environment.js');
const { PRELOAD } = require('../../../lib/preload/child-options.js');

const SKIP = process.platform === 'win32' && 'its scripts set no variables like this';
const SHOW = 'node -p "JSON.stringify([process.env.NODE_OPTIONS, process.env.PATH, process.argv.slice(1)])" "a b"';
const PATH = `/nowhere${delimiter}${process.execPath.replace(/\/[^/]*$/, '')}${delimiter}${process.env.PATH}`;

const shown = (command, env) => JSON.parse(execSync(command, { env, encoding: 'utf8' }));

test('a script that sets NODE_OPTIONS keeps the preload', { skip: SKIP }, () => {
  const command = `NODE_OPTIONS=--no-warnings ${SHOW}`;
  const env = { PATH, ...ownNode(['sh', '-c', command], { PATH }, '--require "/a b.js"') };
  const own = { ...env, NACD_NODE_OPTION: '--max-http-header-size=9000' };
  assert.deepStrictEqual(shown(command, own), ['--no-warnings --max-http-header-size=9000', PATH, ['a b']]);
  const { NACD_NODE_OPTION, ...without } = env; // a program has made its environment anew, but for PATH
  assert.strictEqual(NACD_NODE_OPTION, '--require "/a b.js"');
  assert.deepStrictEqual(shown(command, without), ['--no-warnings', PATH, ['a b']]);
});

test('behind other folders in PATH, and with an option that is there already', { skip: SKIP }, () => {
  const { PATH: own } = ownNode(['NODE_OPTIONS=x'], { PATH }, '--no-warnings');
  const before = ['/first', '/second'].join(delimiter);
  const env = { PATH: `${before}${delimiter}${own}`, NACD_NODE_OPTION: '--no-warnings' };
  assert.deepStrictEqual(shown(`NODE_OPTIONS=--no-warnings ${SHOW}`, env), ['--no-warnings', `${before}${delimiter}${PATH}`, ['a b']]);
});

test('only commands that set NODE_OPTIONS get another PATH', () => {
  for (const word of ['mocha', 'echo $NODE_OPTIONS', 'MY_NODE_OPTIONS=1 mocha']) {
    assert.deepStrictEqual(ownNode(['sh', '-c', word], { PATH }, '--x'), {});
  }
  assert.deepStrictEqual(ownNode(['NODE_OPTIONS=1 mocha'], { PATH }, undefined), {});
});

test('children of a program that was started with the preload keep it', { skip: SKIP }, () => {
  const script = 'NODE_OPTIONS=--no-warnings node -p process.env.NODE_OPTIONS';
  for (const call of [`execSync(${JSON.stringify(script)}, { stdio: 'inherit' })`, `spawn('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' })`]) {
    const env = { ...withoutRunner(process.env), PATH, NACD_MODE: 'never' };
    const { stdout } = spawnSync(process.execPath, ['-r', PRELOAD, '-e', `child_process.${call}`], { env, encoding: 'utf8' });
    assert.strictEqual(stdout.trim(), `--no-warnings --require ${PRELOAD}`);
  }
});
