'use strict';
// A monorepo tool runs a task in each package, from within its folder, and does not wait long for each.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c40-'));
const packages = ['core', 'cli', 'docs'];
for (const name of packages) {
  fs.mkdirSync(path.join(dir, name));
  fs.writeFileSync(path.join(dir, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
}
const home = process.cwd();
process.on('exit', () => {
  process.chdir(home);
  fs.rmSync(dir, { recursive: true, force: true });
});

function describe(done) {
  fs.readFile('package.json', 'utf8', (err, text) => {
    if (err) return done(err);
    const { name, version } = JSON.parse(text);
    done(null, `${name}@${version}`);
  });
}

function runInAll(names, task, done) {
  const results = [];
  let ended = 0;
  names.forEach((name, index) => {
    setTimeout(() => {
      process.chdir(path.join(dir, name));
      task((err, result) => {
        if (err) return done(err);
        results[index] = result;
        if (++ended === names.length) done(null, results);
      });
    }, index * 180);
  });
}

runInAll(packages, describe, (err, results) => {
  assert.ifError(err);
  assert.deepStrictEqual(results, ['core@1.0.0', 'cli@1.0.0', 'docs@1.0.0']);
});
