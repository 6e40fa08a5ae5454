'use strict';
// Looks into a Node binary, reads the declarations of its major where there are any, and compares.
const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');

const { compare } = require('./compare.js');
const { findCompiler, findDeclarations, readDeclarations } = require('./declarations.js');
const { modelClasses } = require('./files.js');

const REFLECT = path.join(__dirname, 'reflect.js');

async function reflectionOf(binary) {
  // Nothing of ours or of the user's may be loaded before.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(binary, ['--no-deprecation', REFLECT], { env, maxBuffer: 2 ** 26, timeout: 60_000 });
  return JSON.parse(stdout);
}

function declarationsFor(version, from) {
  const major = Number.parseInt(version, 10);
  const folder = findDeclarations(major, from);
  const compiler = folder && findCompiler(from);
  return { major, found: folder && compiler && readDeclarations(folder, compiler), folder };
}

/** Resolves to what compare() returns, with `version` of Node and `declarations`: that of @types/node, or undefined. */
async function check({ binary = process.execPath, cwd = process.cwd() } = {}) {
  const reflection = await reflectionOf(binary);
  const { found } = declarationsFor(reflection.version, cwd);
  return { version: reflection.version, declarations: found?.version, ...compare(reflection, found, modelClasses()) };
}

module.exports = { check };
