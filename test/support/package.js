'use strict';
// The package as its user gets it: packed by npm, and installed into an empty folder.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');

// Returns npm's own script, so that it runs on this node with whatever PATH.
function npmScript() {
  if (process.env.npm_execpath?.endsWith('npm-cli.js')) return process.env.npm_execpath;
  const folder = process.env.PATH.split(path.delimiter).find((name) => fs.existsSync(path.join(name, 'npm')));
  return fs.realpathSync(path.join(folder, 'npm'));
}

const npm = (args, options) => execFileSync(process.execPath, [npmScript(), ...args], { encoding: 'utf8', ...options });

// Packs into `folder`. Returns {tarball, files}, the names of the files in it.
function pack(folder) {
  const [{ filename, files }] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], { cwd: root }));
  return { tarball: path.join(folder, filename), files: files.map((file) => file.path).sort() };
}

// Makes a folder whose only programs are those that npm itself needs: no compiler, no make, no Python.
function bareCommands(folder) {
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(process.execPath, path.join(bin, 'node'));
  fs.symlinkSync('/bin/sh', path.join(bin, 'sh'));
  return bin;
}

// Returns a new temporary folder, removed after the test `t`.
function temporaryFolder(t, name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), name));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

module.exports = { root, npm, pack, bareCommands, temporaryFolder };
