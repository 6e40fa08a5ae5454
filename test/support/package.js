'use strict';
// Packs the package as a user gets it, and creates folders for its installation.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

// Returns npm's own script, so that it runs on this node with any PATH.
function npmScript() {
  if (process.env.npm_execpath?.endsWith('npm-cli.js')) return process.env.npm_execpath;
  const folder = process.env.PATH.split(path.delimiter).find((name) => fs.existsSync(path.join(name, 'npm')));
  return fs.realpathSync(path.join(folder, 'npm'));
}

const npm = (args, options) => execFileSync(process.execPath, [npmScript(), ...args], { encoding: 'utf8', ...options });

/** Packs the package into `folder`. Returns {tarball, files}: its path and the names of the files in it. */
function pack(folder) {
  const [{ filename, files }] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], { cwd: root }));
  return { tarball: path.join(folder, filename), files: files.map((file) => file.path).sort() };
}

/** Creates a folder with only the programs that npm needs: no compiler, no make, no Python. Returns its path. */
function bareCommands(folder) {
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  fs.symlinkSync('/bin/sh', path.join(bin, 'sh'));
  return bin;
}

/** Returns a new temporary folder, which is removed after the test `t`. */
function temporaryFolder(t, name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), name));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

module.exports = { root, npm, pack, bareCommands, temporaryFolder };
