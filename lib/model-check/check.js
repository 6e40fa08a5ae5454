'use strict';
// Checks the model against a Node binary and against the declarations of its major, if there are any.
const { execFile } = require('node:child_process');
const path = require('node:path');
const { promisify } = require('node:util');

const { compare } = require('./compare.js');
const { findCompiler, findDeclarations, readDeclarations } = require('./declarations.js');
const { modelClasses } = require('./files.js');

const REFLECT = path.join(__dirname, 'reflect.js');

async function reflectionOf(binary) {
  // Without NODE_OPTIONS, so that neither this package nor a module of the user is loaded first.
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
