'use strict';
// Every test runner whose output is read, as the tests of titles and of endings use it: how it is installed,
// started, and how a file of tests is written for it.
const fs = require('node:fs');
const path = require('node:path');

const { installed } = require('../support/installed.js');

const PACKAGES = {
  'mocha': '11.7.5', 'jest': '30.2.0', 'vitest': '3.2.4', 'ava': '6.4.1', 'tap': '21.1.0', 'tape': '5.9.0',
  'jasmine': '5.13.0', 'qunit': '2.25.0', 'uvu': '0.5.6', '@playwright/test': '1.56.1', '@hapi/lab': '26.0.1',
  'brittle': '3.19.1', 'c8': '10.1.3', 'nyc': '17.1.0', 'borp': '1.0.0',
};

// {file: what a file is called; head: its first lines; test(title, body, result): a test whose body is JavaScript, with
// the skipped ones as the runner has them; suite(title, tests): tests in a suite; bin: a path below node_modules;
// args(files): what follows it; plan: a test begins so if it promises more assertions than it makes}
const call = (name, skip) => (title, body, isSkipped) => `${isSkipped ? skip : name}(${title}, async () => { ${body} });`;
const suite = (name) => (title, tests) => `${name}(${title}, () => {\n${tests}\n});`;

const RUNNERS = {
  'mocha': {
    file: (name) => `${name}.js`, head: '', test: call('it', 'it.skip'), suite: suite('describe'),
    bin: 'mocha/bin/mocha.js', args: (files) => files,
  },
  'jest': {
    file: (name) => `${name}.test.js`, head: '', test: call('it', 'it.skip'), suite: suite('describe'),
    bin: 'jest/bin/jest.js', args: (files) => ['--ci', '--rootDir', '.', '--runInBand', ...files],
    plan: 'expect.assertions(2);',
  },
  'vitest': {
    file: (name) => `${name}.test.mjs`, head: "import { describe, expect, it } from 'vitest';", test: call('it', 'it.skip'),
    suite: suite('describe'), bin: 'vitest/vitest.mjs', args: (files) => ['run', '--pool=forks', '--root', '.', ...files],
    plan: 'expect.assertions(2);',
  },
  'ava': {
    file: (name) => `${name}.mjs`, head: "import test from 'ava';",
    test: (title, body, isSkipped) => `test${isSkipped ? '.skip' : ''}(${title}, async (t) => { ${body} t.pass(); });`,
    bin: 'ava/entrypoints/cli.mjs', args: (files) => files, isUnique: true,
    plan: 't.plan(3);',
  },
  'tap': {
    file: (name) => `${name}.cjs`, head: "const tap = require('tap');",
    test: (title, body, isSkipped) => `tap.test(${title}, { skip: ${isSkipped} }, async (t) => { ${body} t.ok(true, 'is'); });`,
    bin: 'tap/dist/esm/run.mjs', args: (files) => ['--disable-coverage', '--allow-empty-coverage', ...files],
    plan: 't.plan(3);',
  },
  'tape': {
    file: (name) => `${name}.js`, head: "const test = require('tape');",
    test: (title, body, isSkipped) => `test(${title}, { skip: ${isSkipped} }, async (t) => { ${body} t.ok(true, 'is'); });`,
    bin: 'tape/bin/tape', args: (files) => files,
    plan: 't.plan(3);',
  },
  'brittle': {
    file: (name) => `${name}.js`, head: "const test = require('brittle');",
    test: (title, body, isSkipped) => `test${isSkipped ? '.skip' : ''}(${title}, async (t) => { ${body} t.ok(true, 'is'); });`,
    bin: 'brittle/cmd.js', args: (files) => files,
    plan: 't.plan(3);',
  },
  'jasmine': {
    file: (name) => `${name}.js`, head: '', test: call('it', 'xit'), suite: suite('describe'),
    bin: 'jasmine/bin/jasmine.js', args: (files) => files.map((file) => `./${file}`),
  },
  'qunit': {
    file: (name) => `${name}.js`, head: '',
    test: (title, body, isSkipped) => (
      `QUnit.test${isSkipped ? '.skip' : ''}(${title}, async (assert) => { ${body} assert.ok(true); });`),
    suite: suite('QUnit.module'), bin: 'qunit/bin/qunit.js', args: (files) => files,
    plan: 'assert.expect(3);',
  },
  'uvu': {
    file: (name) => `${name}.js`, head: "const { test } = require('uvu');", foot: 'test.run();',
    test: (title, body, isSkipped) => `test${isSkipped ? '.skip' : ''}(${title}, async () => { ${body} });`,
    bin: 'uvu/bin.js', args: (files) => ['.', `(?:${files.join('|')})$`],
  },
  'lab': {
    file: (name) => `${name}.js`, head: "const lab = exports.lab = require('@hapi/lab').script();",
    test: call('lab.test', 'lab.test.skip'), suite: suite('lab.experiment'),
    bin: '@hapi/lab/bin/lab', args: (files) => ['-l', '-C', '-m', '0', ...files],
  },
  'playwright test': {
    file: (name) => `${name}.spec.js`, head: "const { test } = require('@playwright/test');",
    test: call('test', 'test.skip'), suite: suite('test.describe'), bin: '@playwright/test/cli.js',
    args: (files) => ['test', '--workers', '1', ...files], isUnique: true,
  },
  'node --test': {
    file: (name) => `${name}.test.js`, head: "const { describe, it } = require('node:test');",
    test: call('it', 'it.skip'), suite: suite('describe'), args: (files) => ['--test', ...files],
  },
  'borp': {
    file: (name) => `${name}.test.js`, head: "const { describe, it } = require('node:test');",
    test: call('it', 'it.skip'), suite: suite('describe'), bin: 'borp/borp.js', args: (files) => files,
  },
};

/** Returns the folder with all runners in its node_modules. Throws if they cannot be installed. */
const runnersFolder = () => installed('endings', PACKAGES);

/** Returns the arguments of node that start the runner `name` for `files`; `modules` is the folder of its packages. */
function argumentsOf(name, files, modules) {
  const { bin, args } = RUNNERS[name];
  return [...(bin ? [path.join(modules, bin)] : []), ...args(files)];
}

/** Makes `folder` one of which a runner's files can load the packages in `modules`. */
function prepareFolder(folder, modules) {
  fs.symlinkSync(modules, path.join(folder, 'node_modules'));
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "app", "private": true }\n');
  return folder;
}

module.exports = { RUNNERS, argumentsOf, prepareFolder, runnersFolder };
