'use strict';
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { relativeIn, relativeTo } = require('../../../lib/names/project.js');
const { parseSite } = require('../../../lib/analysis/originals.js');
const { readTraces } = require('../../../lib/trace/read.js');
const vectors = require('../../fixtures/names/paths.json');
const { temporaryFolder } = require('../../support/package.js');

const ADDON = path.join(__dirname, '..', '..', '..', 'lib', 'index.js');

test('a path is relative to the working directory, in all of its project', { skip: path.sep !== '/' }, () => {
  for (const { directory, root, path: file, relative } of vectors.relative) {
    assert.equal(relativeIn(path.resolve(directory), root ? path.resolve(root) : undefined, file), relative);
  }
});

// Another checkout of a workspace has its packages, and what is installed for all of them, in other folders.
test('names have no folder above the project in them', (t) => {
  const project = fs.realpathSync(temporaryFolder(t, 'nacd-project-'));
  const [cwd, installed] = [path.join(project, 'packages', 'app'), path.join(project, 'node_modules', 'dep', 'index.js')];
  for (const folder of [cwd, path.dirname(installed)]) fs.mkdirSync(folder, { recursive: true });
  for (const folder of [cwd, project]) fs.writeFileSync(path.join(folder, 'package.json'), '{}');
  fs.writeFileSync(installed, "setImmediate(() => require('node:fs').stat(__filename, () => {}));\n");
  fs.writeFileSync(path.join(cwd, 'app.js'), "require('dep');\n");
  const env = { ...process.env, NACD_TRACE: path.join(project, 'trace'), NACD_MODE: 'never' };
  execFileSync(process.execPath, ['-r', ADDON, 'app.js'], { cwd, env });
  const [{ operations }] = readTraces(path.join(project, 'trace'));
  const { site } = operations.find(({ api }) => api === 'fs.stat');
  assert.match(site, /^\.\.\/\.\.\/node_modules\/dep\/index\.js:1:/);
  assert.equal(parseSite(site, cwd).file, installed);
  assert.equal(relativeTo(cwd, installed), '../../node_modules/dep/index.js');
});
